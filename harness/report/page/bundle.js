// Made by scripts/web/bundle.mjs of the modules in scripts/, Preact (MIT) and htm (Apache 2.0): do not edit.
(()=>{var Hn=function(t,e,n,o){var s;e[0]=0;for(var r=1;r<e.length;r++){var i=e[r++],a=e[r]?(e[0]|=i?1:2,n[e[r++]]):e[++r];i===3?o[0]=a:i===4?o[1]=Object.assign(o[1]||
{},a):i===5?(o[1]=o[1]||{})[e[++r]]=a:i===6?o[1][e[++r]]+=a+"":i?(s=t.apply(a,Hn(t,a,n,["",null])),o.push(s),a[0]?e[0]|=2:(e[r-2]=0,e[r]=s)):o.push(a)}return o},
Dn=new Map;function Wn(t){var e=Dn.get(this);return e||(e=new Map,Dn.set(this,e)),(e=Hn(this,e.get(t)||(e.set(t,e=(function(n){for(var o,s,r=1,i="",a="",l=[0],c=function(f){
r===1&&(f||(i=i.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?l.push(0,f,i):r===3&&(f||i)?(l.push(3,f,i),r=2):r===2&&i==="..."&&f?l.push(4,f,0):r===2&&i&&!f?l.push(5,0,!0,
i):r>=5&&((i||!f&&r===5)&&(l.push(r,0,i,s),r=6),f&&(l.push(r,f,0,s),r=6)),i=""},d=0;d<n.length;d++){d&&(r===1&&c(),c(d));for(var p=0;p<n[d].length;p++)o=n[d][p],
r===1?o==="<"?(c(),l=[l],r=3):i+=o:r===4?i==="--"&&o===">"?(r=1,i=""):i=o+i[0]:a?o===a?a="":i+=o:o==='"'||o==="'"?a=o:o===">"?(c(),r=1):r&&(o==="="?(r=5,s=i,i=""):
o==="/"&&(r<5||n[d][p+1]===">")?(c(),r===3&&(l=l[0]),r=l,(l=l[0]).push(2,0,r),r=0):o===" "||o==="	"||o===`
`||o==="\r"?(c(),r=2):i+=o),r===3&&i==="!--"&&(r=4,l=l[0])}return c(),l})(t)),e),arguments,[])).length>1?e:e[0]}var Ee,B,zn,Er,Lt,Fn,Gn,Kn,en,Oe,se,Yn,rn,nn,on,Lr,Ne={},Ae=[],Rr=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,Le=Array.isArray;function Nt(t,e){
for(var n in e)t[n]=e[n];return t}function sn(t){t&&t.parentNode&&t.parentNode.removeChild(t)}function an(t,e,n){var o,s,r,i={};for(r in e)r=="key"?o=e[r]:r=="r\
ef"?s=e[r]:i[r]=e[r];if(arguments.length>2&&(i.children=arguments.length>3?Ee.call(arguments,2):n),typeof t=="function"&&t.defaultProps!=null)for(r in t.defaultProps)
i[r]===void 0&&(i[r]=t.defaultProps[r]);return je(t,i,o,s,null)}function je(t,e,n,o,s){var r={type:t,props:e,key:n,ref:o,__k:null,__:null,__b:0,__e:null,__c:null,
constructor:void 0,__v:s??++zn,__i:-1,__u:0};return s==null&&B.vnode!=null&&B.vnode(r),r}function Re(t){return t.children}function Ce(t,e){this.props=t,this.context=e}function Ft(t,e){if(e==null)return t.__?Ft(t.__,t.__i+1):null;for(var n;e<t.__k.length;e++)
if((n=t.__k[e])!=null&&n.__e!=null)return n.__e;return typeof t.type=="function"?Ft(t):null}function Br(t){if(t.__P&&t.__d){var e=t.__v,n=e.__e,o=[],s=[],r=Nt({},
e);r.__v=e.__v+1,B.vnode&&B.vnode(r),ln(t.__P,r,e,t.__n,t.__P.namespaceURI,32&e.__u?[n]:null,o,n??Ft(e),!!(32&e.__u),s),r.__v=e.__v,r.__.__k[r.__i]=r,to(o,r,s),
e.__e=e.__=null,r.__e!=n&&Jn(r)}}function Jn(t){if((t=t.__)!=null&&t.__c!=null)return t.__e=t.__c.base=null,t.__k.some(function(e){if(e!=null&&e.__e!=null)return t.
__e=t.__c.base=e.__e}),Jn(t)}function qn(t){(!t.__d&&(t.__d=!0)&&Lt.push(t)&&!Te.__r++||Fn!=B.debounceRendering)&&((Fn=B.debounceRendering)||Gn)(Te)}function Te(){
try{for(var t,e=1;Lt.length;)Lt.length>e&&Lt.sort(Kn),t=Lt.shift(),e=Lt.length,Br(t)}finally{Lt.length=Te.__r=0}}function Xn(t,e,n,o,s,r,i,a,l,c,d){var p,f,m,$,
_,b,x=o&&o.__k||Ae,M=e.length;for(l=Ir(n,e,x,l,M),p=0;p<M;p++)(m=n.__k[p])!=null&&(f=m.__i!=-1&&x[m.__i]||Ne,m.__i=p,b=ln(t,m,f,s,r,i,a,l,c,d),$=m.__e,m.ref&&f.
ref!=m.ref&&(f.ref&&cn(f.ref,null,m),d.push(m.ref,m.__c||$,m)),_==null&&$!=null&&(_=$),4&m.__u?(l=Qn(m,l,t),f.__e&&(f.__e=null)):typeof m.type=="function"&&b!==
void 0?l=b:$&&(l=$.nextSibling),m.__u&=-7);return n.__e=_,l}function Ir(t,e,n,o,s){var r,i,a,l,c,d=n.length,p=d,f=0;for(t.__k=new Array(s),r=0;r<s;r++)(i=e[r])!=
null&&typeof i!="boolean"&&typeof i!="function"?(typeof i=="string"||typeof i=="number"||typeof i=="bigint"||i.constructor==String?i=t.__k[r]=je(null,i,null,null,
null):Le(i)?i=t.__k[r]=je(Re,{children:i},null,null,null):i.constructor===void 0&&i.__b>0?i=t.__k[r]=je(i.type,i.props,i.key,i.ref?i.ref:null,i.__v):t.__k[r]=i,
l=r+f,i.__=t,i.__b=t.__b+1,a=null,(c=i.__i=Pr(i,n,l,p))!=-1&&(p--,(a=n[c])&&(a.__u|=2)),a==null||a.__v==null?(c==-1&&(s>d?f--:s<d&&f++),typeof i.type!="function"&&
(i.__u|=4)):c!=l&&(c==l-1?f--:c==l+1?f++:(c>l?f--:f++,i.__u|=4))):t.__k[r]=null;if(p)for(r=0;r<d;r++)(a=n[r])!=null&&(2&a.__u)==0&&(a.__e==o&&(o=Ft(a)),no(a,a));
return o}function Qn(t,e,n){var o,s;if(typeof t.type=="function"){for(o=t.__k,s=0;o&&s<o.length;s++)o[s]&&(o[s].__=t,e=Qn(o[s],e,n));return e}t.__e!=e&&(e&&t.type&&
!e.parentNode&&(e=Ft(t)),e=n.insertBefore(t.__e,e||null));do e=e&&e.nextSibling;while(e!=null&&e.nodeType==8);return e}function Pr(t,e,n,o){var s,r,i,a=t.key,l=t.type,c=e[n],d=c!=null&&(2&c.__u)==0;if(c===null&&a==null||d&&a==c.key&&l==c.type)return n;if(o>(d?1:0)){for(s=n-1,r=n+
1;s>=0||r<e.length;)if((c=e[i=s>=0?s--:r++])!=null&&(2&c.__u)==0&&a==c.key&&l==c.type)return i}return-1}function Un(t,e,n){e[0]=="-"?t.setProperty(e,n??""):t[e]=
n==null?"":typeof n!="number"||Rr.test(e)?n:n+"px"}function Se(t,e,n,o,s){var r,i;t:if(e=="style")if(typeof n=="string")t.style.cssText=n;else{if(typeof o=="str\
ing"&&(t.style.cssText=o=""),o)for(e in o)n&&e in n||Un(t.style,e,"");if(n)for(e in n)o&&n[e]==o[e]||Un(t.style,e,n[e])}else if(e[0]=="o"&&e[1]=="n")r=e!=(e=e.replace(
Yn,"$1")),i=e.toLowerCase(),e=i in t||e=="onFocusOut"||e=="onFocusIn"?i.slice(2):e.slice(2),t.l||(t.l={}),t.l[e+r]=n,n?o?n[se]=o[se]:(n[se]=rn,t.addEventListener(
e,r?on:nn,r)):t.removeEventListener(e,r?on:nn,r);else{if(s=="http://www.w3.org/2000/svg")e=e.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(e!="width"&&
e!="height"&&e!="href"&&e!="list"&&e!="form"&&e!="tabIndex"&&e!="download"&&e!="rowSpan"&&e!="colSpan"&&e!="role"&&e!="popover"&&e in t)try{t[e]=n??"";break t}catch{}
typeof n=="function"||(n==null||n===!1&&e[4]!="-"?t.removeAttribute(e):t.setAttribute(e,e=="popover"&&n==1?"":n))}}function Vn(t){return function(e){if(this.l){
var n=this.l[e.type+t];if(e[Oe]==null)e[Oe]=rn++;else if(e[Oe]<n[se])return;return n(B.event?B.event(e):e)}}}function ln(t,e,n,o,s,r,i,a,l,c){var d,p,f,m,$,_,b,
x,M,S,N,D,Q,W,X,O,A=e.type;if(e.constructor!==void 0)return null;128&n.__u&&(l=!!(32&n.__u),r=[a=e.__e=n.__e]),(d=B.__b)&&d(e);t:if(typeof A=="function"){p=i.length;
try{if(M=e.props,S=A.prototype&&A.prototype.render,N=(d=A.contextType)&&o[d.__c],D=d?N?N.props.value:d.__:o,n.__c?x=(f=e.__c=n.__c).__=f.__E:(S?e.__c=f=new A(M,
D):(e.__c=f=new Ce(M,D),f.constructor=A,f.render=Hr),N&&N.sub(f),f.state||(f.state={}),f.__n=o,m=f.__d=!0,f.__h=[],f._sb=[]),S&&f.__s==null&&(f.__s=f.state),S&&
A.getDerivedStateFromProps!=null&&(f.__s==f.state&&(f.__s=Nt({},f.__s)),Nt(f.__s,A.getDerivedStateFromProps(M,f.__s))),$=f.props,_=f.state,f.__v=e,m)S&&A.getDerivedStateFromProps==
null&&f.componentWillMount!=null&&f.componentWillMount(),S&&f.componentDidMount!=null&&f.__h.push(f.componentDidMount);else{if(S&&A.getDerivedStateFromProps==null&&
M!==$&&f.componentWillReceiveProps!=null&&f.componentWillReceiveProps(M,D),e.__v==n.__v||!f.__e&&f.shouldComponentUpdate!=null&&f.shouldComponentUpdate(M,f.__s,
D)===!1){e.__v!=n.__v&&(f.props=M,f.state=f.__s,f.__d=!1),e.__e=n.__e,e.__k=n.__k,e.__k.some(function(K){K&&(K.__=e)}),Ae.push.apply(f.__h,f._sb),f._sb=[],f.__h.
length&&i.push(f),a=Ft(n);break t}f.componentWillUpdate!=null&&f.componentWillUpdate(M,f.__s,D),S&&f.componentDidUpdate!=null&&f.__h.push(function(){f.componentDidUpdate(
$,_,b)})}if(f.context=D,f.props=M,f.__P=t,f.__e=!1,Q=B.__r,W=0,S)f.state=f.__s,f.__d=!1,Q&&Q(e),d=f.render(f.props,f.state,f.context),Ae.push.apply(f.__h,f._sb),
f._sb=[];else do f.__d=!1,Q&&Q(e),d=f.render(f.props,f.state,f.context),f.state=f.__s;while(f.__d&&++W<25);f.state=f.__s,f.getChildContext!=null&&(o=Nt(Nt({},o),
f.getChildContext())),S&&!m&&f.getSnapshotBeforeUpdate!=null&&(b=f.getSnapshotBeforeUpdate($,_)),X=d!=null&&d.type===Re&&d.key==null?eo(d.props.children):d,a=Xn(
t,Le(X)?X:[X],e,n,o,s,r,i,a,l,c),f.base=e.__e,e.__u&=-161,f.__h.length&&i.push(f),x&&(f.__E=f.__=null)}catch(K){if(i.length=p,e.__v=null,l||r!=null){if(K.then){
for(e.__u|=l?160:128;a&&a.nodeType==8&&a.nextSibling;)a=a.nextSibling;r!=null&&(r[r.indexOf(a)]=null),e.__e=a}else if(r!=null)for(O=r.length;O--;)sn(r[O])}else e.
__e=n.__e;e.__k==null&&(e.__k=n.__k||[]),K.then||Zn(e),B.__e(K,e,n)}}else r==null&&e.__v==n.__v?(e.__k=n.__k,e.__e=n.__e):a=e.__e=Dr(n.__e,e,n,o,s,r,i,l,c);return(d=
B.diffed)&&d(e),128&e.__u?void 0:a}function Zn(t){t&&(t.__c&&(t.__c.__e=!0),t.__k&&t.__k.some(Zn))}function to(t,e,n){for(var o=0;o<n.length;o++)cn(n[o],n[++o],
n[++o]);B.__c&&B.__c(e,t),t.some(function(s){try{t=s.__h,s.__h=[],t.some(function(r){r.call(s)})}catch(r){B.__e(r,s.__v)}})}function eo(t){return typeof t!="obj\
ect"||t==null||t.__b>0?t:Le(t)?t.map(eo):t.constructor!==void 0?null:Nt({},t)}function Dr(t,e,n,o,s,r,i,a,l){var c,d,p,f,m,$,_,b=n.props||Ne,x=e.props,M=e.type;
if(M=="svg"?s="http://www.w3.org/2000/svg":M=="math"?s="http://www.w3.org/1998/Math/MathML":s||(s="http://www.w3.org/1999/xhtml"),r!=null){for(c=0;c<r.length;c++)
if((m=r[c])&&"setAttribute"in m==!!M&&(M?m.localName==M:m.nodeType==3)){t=m,r[c]=null;break}}if(t==null){if(M==null)return document.createTextNode(x);t=document.
createElementNS(s,M,x.is&&x),a&&(B.__m&&B.__m(e,r),a=!1),r=null}if(M==null)b===x||a&&t.data==x||(t.data=x);else{if(r=M=="textarea"&&x.defaultValue!=null?null:r&&
Ee.call(t.childNodes),!a&&r!=null)for(b={},c=0;c<t.attributes.length;c++)b[(m=t.attributes[c]).name]=m.value;for(c in b)m=b[c],c=="dangerouslySetInnerHTML"?p=m:
c=="children"||c in x||c=="value"&&"defaultValue"in x||c=="checked"&&"defaultChecked"in x||Se(t,c,null,m,s);for(c in x)m=x[c],c=="children"?f=m:c=="dangerouslyS\
etInnerHTML"?d=m:c=="value"?$=m:c=="checked"?_=m:a&&typeof m!="function"||b[c]===m||Se(t,c,m,b[c],s);if(d)a||p&&(d.__html==p.__html||d.__html==t.innerHTML)||(t.
innerHTML=d.__html),e.__k=[];else if(p&&(t.innerHTML=""),Xn(e.type=="template"?t.content:t,Le(f)?f:[f],e,n,o,M=="foreignObject"?"http://www.w3.org/1999/xhtml":s,
r,i,r?r[0]:n.__k&&Ft(n,0),a,l),r!=null)for(c=r.length;c--;)sn(r[c]);a&&M!="textarea"||(c="value",M=="progress"&&$==null?t.removeAttribute("value"):$!=null&&($!==
t[c]||M=="progress"&&!$||M=="option"&&$!=b[c])&&Se(t,c,$,b[c],s),c="checked",_!=null&&_!=t[c]&&Se(t,c,_,b[c],s))}return t}function cn(t,e,n){try{if(typeof t=="f\
unction"){var o=typeof t.__u=="function";o&&t.__u(),o&&e==null||(t.__u=t(e))}else t.current=e}catch(s){B.__e(s,n)}}function no(t,e,n){var o,s;if(B.unmount&&B.unmount(
t),(o=t.ref)&&(o.current&&o.current!=t.__e||cn(o,null,e)),(o=t.__c)!=null){if(o.componentWillUnmount)try{o.componentWillUnmount()}catch(r){B.__e(r,e)}o.base=o.__P=
o.__n=null}if(o=t.__k)for(s=0;s<o.length;s++)o[s]&&no(o[s],e,n||typeof t.type!="function");n||sn(t.__e),t.__c=t.__=t.__e=void 0}function Hr(t,e,n){return this.constructor(
t,n)}function qt(t,e,n){var o,s,r,i;e==document&&(e=document.documentElement),B.__&&B.__(t,e),s=(o=typeof n=="function")?null:n&&n.__k||e.__k,r=[],i=[],ln(e,t=(!o&&
n||e).__k=an(Re,null,[t]),s||Ne,Ne,e.namespaceURI,!o&&n?[n]:s?null:e.firstChild?Ee.call(e.childNodes):null,r,!o&&n?n:s?s.__e:e.firstChild,o,i),to(r,t,i),t.props.
children=null}Ee=Ae.slice,B={__e:function(t,e,n,o){for(var s,r,i;e=e.__;)if((s=e.__c)&&!s.__)try{if((r=s.constructor)&&r.getDerivedStateFromError!=null&&(s.setState(r.getDerivedStateFromError(
t)),i=s.__d),s.componentDidCatch!=null&&(s.componentDidCatch(t,o||{}),i=s.__d),i)return s.__E=s}catch(a){t=a}throw t}},zn=0,Er=function(t){return t!=null&&t.constructor===
void 0},Ce.prototype.setState=function(t,e){var n;n=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=Nt({},this.state),typeof t=="function"&&(t=t(Nt({},n),
this.props)),t&&Nt(n,t),t!=null&&this.__v&&(e&&this._sb.push(e),qn(this))},Ce.prototype.forceUpdate=function(t){this.__v&&(this.__e=!0,t&&this.__h.push(t),qn(this))},
Ce.prototype.render=Re,Lt=[],Gn=typeof Promise=="function"?Promise.prototype.then.bind(Promise.resolve()):setTimeout,Kn=function(t,e){return t.__v.__b-e.__v.__b},
Te.__r=0,en=Math.random().toString(8),Oe="__d"+en,se="__a"+en,Yn=/(PointerCapture)$|Capture$/i,rn=0,nn=Vn(!1),on=Vn(!0),Lr=0;var ie,z,un,oo,Ie=0,fo=[],Y=B,ro=Y.__b,so=Y.__r,io=Y.diffed,ao=Y.__c,lo=Y.unmount,co=Y.__;function dn(t,e){Y.__h&&Y.__h(z,t,Ie||e),Ie=0;var n=z.__H||(z.__H={__:[],
__h:[]});return t>=n.__.length&&n.__.push({}),n.__[t]}function T(t){return Ie=1,Wr(ho,t)}function Wr(t,e,n){var o=dn(ie++,2);if(o.t=t,!o.__c&&(o.__=[n?n(e):ho(void 0,
e),function(a){var l=o.__N?o.__N[0]:o.__[0],c=o.t(l,a);l!==c&&(o.__N=[c,o.__[1]],o.__c.setState({}))}],o.__c=z,!z.__f)){var s=function(a,l,c){if(!o.__c.__H)return!0;
var d=!1,p=o.__c.props!==a;if(o.__c.__H.__.some(function(m){if(m.__N){d=!0;var $=m.__[0];m.__=m.__N,m.__N=void 0,$!==m.__[0]&&(p=!0)}}),r){var f=r.call(this,a,l,
c);return d?f||p:f}return!d||p};z.__f=!0;var r=z.shouldComponentUpdate,i=z.componentWillUpdate;z.componentWillUpdate=function(a,l,c){if(this.__e){var d=r;r=void 0,
s(a,l,c),r=d}i&&i.call(this,a,l,c)},z.shouldComponentUpdate=s}return o.__N||o.__}function et(t,e){var n=dn(ie++,4);!Y.__s&&po(n.__H,e)&&(n.__=t,n.u=e,z.__h.push(n))}function $t(t){return Ie=5,I(function(){return{current:t}},[])}function I(t,e){var n=dn(ie++,7);return po(n.__H,e)&&(n.__=t(),n.__H=e,n.__h=t),n.__}function Fr(){for(var t;t=fo.shift();){var e=t.__H;if(t.__P&&e)try{e.__h.some(Be),e.__h.some(fn),e.__h=[]}catch(n){e.__h=[],Y.__e(n,t.__v)}}}Y.__b=function(t){z=
null,ro&&ro(t)},Y.__=function(t,e){t&&e.__k&&e.__k.__m&&(t.__m=e.__k.__m),co&&co(t,e)},Y.__r=function(t){so&&so(t),ie=0;var e=(z=t.__c).__H;e&&(un===z?(e.__h=[],
z.__h=[],e.__.some(function(n){n.__N&&(n.__=n.__N),n.u=n.__N=void 0})):(e.__h.some(Be),e.__h.some(fn),e.__h=[],ie=0)),un=z},Y.diffed=function(t){io&&io(t);var e=t.
__c;e&&e.__H&&(e.__H.__h.length&&(fo.push(e)!==1&&oo===Y.requestAnimationFrame||((oo=Y.requestAnimationFrame)||qr)(Fr)),e.__H.__.some(function(n){n.u&&(n.__H=n.
u,n.u=void 0)})),un=z=null},Y.__c=function(t,e){e.some(function(n){try{n.__h.some(Be),n.__h=n.__h.filter(function(o){return!o.__||fn(o)})}catch(o){e.some(function(s){
s.__h&&(s.__h=[])}),e=[],Y.__e(o,n.__v)}}),ao&&ao(t,e)},Y.unmount=function(t){lo&&lo(t);var e,n=t.__c;n&&n.__H&&(n.__H.__.some(function(o){try{Be(o)}catch(s){e=
s}}),n.__H=void 0,e&&Y.__e(e,n.__v))};var uo=typeof requestAnimationFrame=="function";function qr(t){var e,n=function(){clearTimeout(o),uo&&cancelAnimationFrame(
e),setTimeout(t)},o=setTimeout(n,35);uo&&(e=requestAnimationFrame(n))}function Be(t){var e=z,n=t.__c;typeof n=="function"&&(t.__c=void 0,n()),z=e}function fn(t){
var e=z;t.__c=t.__(),z=e}function po(t,e){return!t||t.length!==e.length||e.some(function(n,o){return n!==t[o]})}function ho(t,e){return typeof e=="function"?e(t):
e}var h=Wn.bind(an);var u=null;function go(t){u=t}var g={measure:0,run:0,other:1,topic:0,against:-1,colour:"",sort:"",filter:"",only:[],columns:[],curves:[],heat:"",subset:"",topics_by:"\
hardest",runs_by:"value",pair_by:"gain"},ce={...g},Pe=[],[mo,Ur]=[200,400],$o=0,Qt={topic:()=>u.topics.map(t=>t.id)};Qt.measure=()=>u.measures.map(t=>t.label);for(let t of[
"run","other","against"])Qt[t]=()=>u.runs.map(e=>e.name);var Vr={topic:"topic",measure:"measure",subset:"subset"};function _o(t){Object.assign(g,t),ce={...g};let{
choices:e,unknown:n}=fe(location.hash);n||Object.assign(g,e)}function ue(t,e,n=null){t.replaceChildren(),Pe.push({draw:()=>qt(h`<${e} />`,t),home:n,stale:!0}),le(
()=>!0)}function le(t){let e=document.activeElement;for(let n of Pe.filter(({stale:o,home:s})=>o&&t(s)))n.stale=!1,n.draw();e!==document.activeElement&&e?.isConnected&&
e.focus({preventScroll:!0})}function bo(t){if(!t)return!0;let{top:e,bottom:n}=t.getBoundingClientRect();return n>-mo&&e<window.innerHeight+mo}function vo(t=Ur){
clearTimeout($o);let e=Pe.find(({stale:n})=>n);e&&($o=window.setTimeout(()=>{le(n=>n===e.home),vo(0)},t))}function wo(){document.addEventListener("scroll",()=>le(
bo),{passive:!0}),window.addEventListener("beforeprint",()=>le(()=>!0))}function yo(t,e){let n=Object.entries(t).filter(([o,s])=>String(s)!==String(g[o]));if(!n.
length)return!1;Object.assign(g,Object.fromEntries(n));for(let o of Pe)o.stale=!0;return le(o=>o?.id===e||bo(o)),vo(),!0}function F(t,{again:e,section:n}={}){let o=n||
zr()||fe(location.hash).section;if(!yo(t,o)&&!n||!document.documentElement.dataset.ready)return;let s=Gr(o);s!==location.hash&&(e?history.replaceState({own:!0},
"",s):history.pushState({own:!0},"",s))}function zr(){let t=document.activeElement&&document.activeElement.closest("main section");return t?t.id:""}function Gr(t){
let e=Object.entries(g).filter(([n,o])=>String(o)!==String(ce[n])).map(([n,o])=>`${n}=${[o].flat().map(s=>encodeURIComponent(Qt[n]?Qt[n]()[Number(s)]||"":s)).join(
",")}`);return`#${[t,...e].filter(Boolean).join("&")}`}function fe(t){let e="",n={},o=null;for(let i of t.replace(/^#/,"").split("&")){let[,a,l]=/^(\w+)=(.*)$/.
exec(i)||[];a?Object.hasOwn(ce,a)&&(n[a]=Kr(a,l),n[a]===-1&&(o=[Vr[a]||"run",ae(l)])):e=e||i}let[s,...r]=Object.keys(n);return!e&&!r.length&&(e={topic:"topics",
run:"participants"}[s]||""),{section:e,choices:n,unknown:o}}function Kr(t,e){return Qt[t]?Qt[t]().indexOf(ae(e)):Array.isArray(ce[t])?e?e.split(",").map(ae):[]:
t==="subset"&&e&&!Object.hasOwn(u.subsets,ae(e))?-1:ae(e)}function xo(t,e){yo({...ce,...t},e)}function ae(t){try{return decodeURIComponent(t)}catch{return t}}function Zt(t){let{hues:e,dashes:n}=u.palette;return{stroke:`var(--hue-${t%e})`,"stroke-dasharray":n[Math.floor(t/e)%n.length].map(o=>2*o).join(" ")}}var ko=["#\
a63603","#e6853c","#fdd0a2","#f7f7f7","#9ecae1","#4292c6","#084594"];function Yr(t){return[1,3,5].map(e=>parseInt(t.slice(e,e+2),16))}function pn(t,e=u.palette.
shades){let n=Math.min(Math.max(t,0),1)*(e.length-1),o=Math.min(Math.floor(n),e.length-2),[s,r]=[e[o],e[o+1]].map(Yr);return`rgb(${s.map((i,a)=>Math.round(i+(n-
o)*(r[a]-i))).join(",")})`}function de(t,e,n=6){let s=(e-t||1)/(n-1),r=10**Math.floor(Math.log10(s)),i=[1,2,5,10].map(c=>c*r).find(c=>c>=s*.999)||r,a=Math.floor(t/i+1e-9),l=Math.max(a+1,Math.
ceil(e/i-1e-9));return Array.from({length:l-a+1},(c,d)=>Number(((a+d)*i).toPrecision(12)))}function Rt(t,e,n,o,s){let r=de(t,e,s),[i,a]=[r[0],r[r.length-1]],l=d=>n+
(d-i)/(a-i)*(o-n);return Object.assign(l,{clamped:d=>l(Math.min(Math.max(d,i),a)),ticks:r,low:i,high:a})}function C(t){return Math.round(t*10)/10}var hn={width:716,
height:905};function Ut(t,e={}){return t?Math.floor(hn.width*(e.paper||1)):Math.floor(Math.min(1400,window.innerWidth-42)*(window.innerWidth<1100?1:e.screen||1))-
(e.screen?14:0)}var Bt=()=>window.innerWidth<640;function ht(t,e=24){let n=u.rooms.filter(r=>r<=e);if(Object.hasOwn(u.short,t)&&t.length>e&&n.length)return u.short[t][n.
length-1];let o=Array.from(t),s=Math.floor((e-1)/2);return o.length>e?`${o.slice(0,e-1-s).join("")}…${o.slice(o.length-s).join("")}`:t}function De(t,e=11){return Math.
max(1,Math.ceil(e/t))}function G(t){return`⁨${t.replaceAll("⁩","")}⁩`}function Mt(t){return t.map(([e,n],o)=>`${o?"L":"M"}${C(e)} ${C(n)}`).join("")}function At(t,e,n,o){
return`M${C(t)} ${C(e)}h${C(n)}v${C(o)}h${C(-n)}z`}function mn(t,e,n){let o=C(2*n);return`M${C(t-n)} ${C(e)}a${C(n)} ${C(n)} 0 1 0 ${o} 0a${C(n)} ${C(n)} 0 1 0 ${-o}\
 0z`}var gn=[];function it(t,e){gn.push({...t,Content:e})}function L(t,e=Bt()?16:32){return h`<bdi class="name" title=${t}>${ht(t,e)}</bdi>`}function ot(t){return document.
getElementById(t)}function pe(){return u.runs.map(({name:t},e)=>[e,t])}function Mo(){return u.measures.map(({label:t},e)=>[e,t])}function rt(...t){return h`<p class="answer">${t}</p>`}
function R(...t){return h`<p class="caption">${t.filter(Boolean).join("; ")}.</p>`}function v(t,e=4){return t==null||Number.isNaN(t)?"–":e?t.toFixed(e):Math.round(
t).toLocaleString("en")}function y(t,e,n=t){let[o,s]=[t,n].map(r=>r.toLocaleString("en"));return`${o}${n===t?"":` to ${s}`} ${e}${n===1?"":"s"}`}function He(t){let e=t.toPrecision(2);return t?Number(e)===t?e:String(t):`< ${u.least_p}`}function Pt(t){return t==null?"–":`${(100*t).toFixed(1)} %`}function H(t,e,n){
let o=u.values[t][e][n];return o===null?null:u.measures[t].digits?o/u.unit:o}function St(t,e){return u.runs.map((n,o)=>H(t,e,o))}function vt(t,e){let n=t.filter(
i=>i!==null).sort((i,a)=>i-a);if(!n.length)return null;let o=(n.length-1)*e,s=Math.floor(o),r=Math.min(s+1,n.length-1);return n[s]+(o-s)*(n[r]-n[s])}var gt=t=>vt(
t,.5);function Vt(t){let e=t.filter(n=>n!==null);return e.length?e.reduce((n,o)=>n+o,0)/e.length:null}function P(t,e,n=!1){let o=Array.from({length:t},(i,a)=>a),
s=o.map(e),r=n?1:-1;return o.sort((i,a)=>s[i]===null||s[a]===null?+(s[i]===null)-+(s[a]===null)||i-a:r*(s[i]<s[a]?-1:s[i]>s[a]?1:0)||i-a)}function E(t,e){return e!==
null&&u.measures[t].lower_is_better?-e:e}function We(t,e){let[n]=P(e.length,o=>E(t,e[o]));return{bestRun:n,best:e[n],median:gt(e),worst:vt(e,u.measures[t].lower_is_better?
1:0)}}function _n(t,e,n){return e===null?null:1+n.filter(o=>o!==null&&E(t,o)>E(t,e)).length}function wt(t){return $n.has(t)||$n.set(t,Jr(t)),$n.get(t)??[0,1]}var $n=new Map;
function Jr(t){let e=u.topics.flatMap((s,r)=>St(t,r)).map(Number),[n,o]=e.reduce(([s,r],i)=>[Math.min(s,i),Math.max(r,i)],[0,u.measures[t].digits?1:0]);return[n,
o>n?o:n+1]}function k(t=g.measure){return u.measures[t].label}function q(){return u.subsets[g.subset]||[...u.topics.keys()]}function at(){return g.subset&&` of \
the subset ${g.subset}`}function lt(t=g.measure){return u.boards.find(e=>e.subset===g.subset&&e.measure===t)||null}function zt(){return`${Number((100*u.confidence).
toPrecision(6))} %`}function So(t){return t.mean||t.order.map(e=>Number(u.summary[t.measure][e]))}function bn(t,e,n,o){let[s,r]=[t.order.indexOf(e),t.order.indexOf(
n)].sort((a,l)=>a-l);if(s<0||s===r||!o)return null;let i=o[s*t.order.length-s*(s+1)/2+r-s-1];return o===t.errors?i:i/u.unit}function Gt(t){return u.runs[t].group||
u.runs[t].name}function J(t){document.documentElement.dataset.ready&&(ot("status").textContent=t)}function Fe(t,e,n){return e[n]===null?"–":`${_n(t,e[n],e)} o\
f ${e.filter(o=>o!==null).length}`}function te(t,e,n){return Fe(t,u.values[t][e],n)}function It(t){return u.measures[t].summary==="geometric"}function ee(t,e,n=u.
topics.map((o,s)=>s)){let o=n.map(i=>H(t,i,e));if((It(t)||u.measures[t].summary==="mean")&&o.length===u.topics.length&&!o.includes(null))return u.summary[t][e];
if(!It(t))return Vt(o);let r=Vt(o.map(i=>i===null?null:Math.log(Math.max(i,1e-5))));return r===null?null:Math.exp(r)}function tt(t,e,n=q()){if(n.length===u.topics.
length)return u.summary[t][e];if(u.measures[t].summary!=="sum")return ee(t,e,n);let o=n.map(s=>H(t,s,e)).filter(s=>s!==null);return o.length?o.reduce((s,r)=>s+r,
0):null}function Tt(t){return/^[\w@./-]+$/.test(t)?t:`'${t.replaceAll("'","'\\''")}'`}function vn(t,e){let n=g.subset&&/^compare|figures$/.test(t)?` --topics ${Tt(
g.subset)}`:"";return`harness ${t} ${Tt(u.source||"TASK.yaml")} ${e}${n}`.trim()}function yt(t,e=4){let n=v(Math.abs(t),e);return Math.abs(t)<1e-9?n:`${t<0?"−":
"+"}${n}`}function ne(t){if(g.subset&&u.boards.length)return`no intervals, letters or p-values over the subset ${g.subset} on this page; in a terminal: ${vn("co\
mpare",`--pairs -m ${Tt(t)}`)}`;if(u.not_compared)return`runs are not compared: ${u.not_compared}`;let e=[...u.measures.keys()].filter(lt).map(k).join(", ")||"n\
one";return`no intervals of ranks, letters or p-values by ${t}: the first ten measures that are no counts have them, or those that the key compare: measures: of\
 the task names (here: ${e})`}var Xr={ArrowDown:1,ArrowRight:1,ArrowUp:-1,ArrowLeft:-1};function he(t,e){let n=()=>[...t.querySelectorAll(e)],o=()=>n().filter(r=>!r.closest("[hidden]")),s=(r=o().
find(i=>i===document.activeElement)||o()[0])=>{for(let i of n())i.tabIndex=i===r?0:-1};t.addEventListener("focusin",({target:r})=>{r.matches(e)&&s(r)}),t.addEventListener(
"keydown",r=>{let i=r.target,a=Xr[r.key],l=/Up|Down/.test(r.key);if(!a||!i.matches(e)||l&&i.tagName==="SELECT")return;let c=l&&Qr(i,a,e)||o()[o().indexOf(i)+a];
c&&(r.preventDefault(),c.focus())}),new MutationObserver(()=>s()).observe(t,{childList:!0,subtree:!0,attributeFilter:["hidden"]}),s()}function Et(t){let e=$t(null);
return et(()=>he(e.current,t),[]),e}function Qr(t,e,n){let o=[...t.closest("table")?.rows||[]],s=i=>[...i.querySelectorAll(n)],r=o.findIndex(i=>i.contains(t));for(let i=r+
e;o[i];i+=e){let a=s(o[i]);if(a.length)return a[Math.min(s(o[r]).indexOf(t),a.length-1)]}}function Z({pressed:t,children:e}){return h`<button type="button" onClick=${t}>${e}</button>`}function oe({words:t,options:e,value:n,changed:o}){return h`<label class="field"><span>${t}</span><select value=${n} onChange=${({
currentTarget:r})=>o(r.value,r.selectedOptions[0].text)}>
    ${e.map(([r,i])=>h`<option value=${r}>${i}</option>`)}
  </select></label>`}function ct({words:t,name:e,options:n,value:o=g[e]}){return h`<${oe} words=${t} options=${n} value=${o} changed=${(r,i)=>{F({[e]:typeof g[e]==
"number"?Number(r):r}),J(`${t}: ${i}`)}} />`}function me({words:t,value:e,changed:n}){return h`<label class="field"><span>${t}</span><input type="search" value=${e} onInput=${({
currentTarget:s})=>n(s.value)} /></label>`}function $e(t,e){return e.join(`
`).toLowerCase().includes(t.trim().toLowerCase())}function ge({title:t,items:e,checked:n,changed:o}){let[s,r]=T(""),i=Et("input"),a=new Set(n),l=c=>{a.delete(c)||
a.add(c),o(a)};return h`<fieldset class="checklist"><legend>${t}</legend>
    ${e.length>12&&h`<${me} words="Filter" value=${s} changed=${r} />`}
    <div class="checks" ref=${i}>${e.map(({key:c,name:d,before:p,near:f})=>h`
      <label class="check" key=${c} hidden=${!$e(s,[d])} onPointerEnter=${f} onFocusIn=${f}>
        <input type="checkbox" checked=${a.has(c)} onChange=${()=>l(c)} />${p}${L(d)}
      </label>`)}</div>
  </fieldset>`}function ut({children:t}){let e=Et("select, button");return et(()=>{e.current.querySelectorAll("select, button").length>1&&e.current.setAttribute(
"role","toolbar")}),h`<div class="controls" ref=${e}>${t}</div>`}function U(t,e,n){let o=t==="topic"?u.topics[e].id:u.runs[e].name;return h`<a href=${`#${t}=${encodeURIComponent(o)}`} title=${o}>${L(n||o)}</a>`}function wn(){
let t=ot("unknown"),{section:e,choices:n,unknown:o}=fe(location.hash);if(t.hidden=!o,o){let[r,i]=o;qt(h`There is no ${r} ${L(i)} on this page.`,t),t.scrollIntoView(),
J(`There is no ${r} ${G(i)} on this page.`);return}let s=document.querySelector(`main section[id="${CSS.escape(e)}"]`);e&&!s||(xo(n,e),s&&!(history.state&&history.
state.own)&&s.scrollIntoView())}function Oo(t){let e=t.target.closest('a[href^="#"]');if(!e||t.ctrlKey||t.metaKey||t.shiftKey)return;let{section:n,choices:o,unknown:s}=fe(
String(e.getAttribute("href")));if(s||!n||!document.querySelector(`main section[id="${CSS.escape(n)}"]`))return;t.preventDefault();let r=e.closest("section");F(
o,{section:n}),(!r||r.id!==n)&&jo(n)}function qe(t){let{id:e,title:n}=u.topics[t];return n?`${G(e)} ${G(n)}`:G(e)}function jo(t){let e=ot(`${t}-title`);e.setAttribute(
"tabindex","-1"),e.focus({preventScroll:!0}),e.scrollIntoView({behavior:"instant"})}function _e(t,e){let n=t==="topic"?"topics":"participants";F({[t]:e},{section:n}),
jo(n)}function Kt(t,e){return{item:"topic",names:t.map(({topic:n})=>u.topics[n].id),words:n=>`${qe(t[n].topic)}
${e(t[n])}`,open:n=>_e("topic",t[n].topic)}}function Zr(t,e){let{name:n,group:o,attributes:s}=u.runs[e];return $e(t,[n,o,...Object.values(s)])}function ve(){let{runs:t}=u;return[...t.some(e=>e.group)?["gr\
oup"]:[],...Object.keys(t.length?t[0].attributes:{})]}function xt(t,e){return t==="group"?u.runs[e].group:u.runs[e].attributes[t]||""}function Dt(t){return[...new Set(
u.runs.map((e,n)=>xt(t,n)).filter(Boolean))].sort()}function we(){return ve().filter(t=>t==="group"||Dt(t).length>1&&Dt(t).length<=Math.max(8,u.runs.length/4))}
var be={filter:"",only:[],runs:null};function No(){let{filter:t,only:e}=g;if(be.runs&&be.filter===t&&be.only===e)return be.runs;let n=ve().map(s=>({name:s,values:e.
filter(r=>r.startsWith(`${s}:`))})).filter(({values:s})=>s.length),o=new Set([...u.runs.keys()].filter(s=>Zr(t,s)&&n.every(({name:r,values:i})=>i.includes(`${r}\
:${xt(r,s)}`))));return be={filter:t,only:e,runs:o},o}function Ot(t){return No().has(t)}function nt(){return[...No()]}function ye(t=u.runs.length,e=y(u.topics.length,
"topic")){let n=y(u.runs.length,"run");return[t<u.runs.length?`${t} of ${n}, as filtered`:n,e,u.dialect&&`dialect ${u.dialect}`].filter(Boolean).join("; ")}function kt(t=!0){
return ye(t?nt().length:u.runs.length,`${y(q().length,"topic")}${at()}`)}var Co=6;function _t(){let t=we(),e=g.colour||t.find(a=>Dt(a).length<=Co)||t[0]||"",n=a=>u.
runs.filter((l,c)=>xt(e,c)===a).length,o=e?Dt(e):[],s=P(o.length,a=>n(o[a])).slice(0,Co).map(a=>o[a]),r=new Map(s.map((a,l)=>[a,Zt(l).stroke])),i=a=>e?r.get(xt(
e,a))||"var(--muted)":Zt(0).stroke;return{name:e,most:s,others:o.length-s.length,ofRun:i}}function Ht({most:t,others:e}){let n=o=>({d:"M8 2a4 4 0 1 0 .1 0z",fill:o});
return[...t.map((o,s)=>[n(Zt(s).stroke),o]),...e>0?[[n("var(--muted)"),`${y(e,"other")} and none`]]:[]]}function Jt(t=n=>n,e=()=>[]){return[{name:"run",text:!0,
value:o=>u.runs[t(o)].name,cell:o=>[U("run",t(o)),...e(t(o))]},...ve().map(o=>({name:o,text:!0,value:s=>xt(o,t(s)),cell:s=>L(xt(o,t(s)))}))]}function Ao(t){let[
e,n]=[lt(t),!g.subset],o=n?u.intervals[t]:null,s=u.runs.map((a,l)=>tt(t,l)),r=s.map((a,l)=>({run:l,value:a,error:n?u.errors[t][l]:null,mean:a,low:o&&o.low[l],high:o&&
o.high[l],rank:e&&e.order.length===s.length&&!Yt(e)?null:_n(t,a,s)}));if(!e)return r;let i=So(e);return e.order.forEach((a,l)=>{let{low:c,high:d,rank:p,letters:f}=e;
Object.assign(r[a],{position:l,mean:i[l],low:c[l],high:d[l],letters:f&&f[l],rank:Yt(e)?r[a].rank:p[l]})}),r}function Yt(t){return!!(t&&t.mean&&!t.subset)}function xe(){if(g.filter||g.only.length>1)return null;let[t=""]=g.only,{name:e,values:n}=u.types;return t?n.find(o=>t===`${e}:${o}`)??null:""}function To(){let{
subset:t,measure:e}=g,n=xe(),o=u.verdicts.find(f=>f.subset===t&&f.type===n&&f.measure===e);if(o)return o.lines;if(!u.verdicts.length&&n===""&&!t&&e===u.first_measure)
return u.verdict.slice(0,u.verdict.length-u.mind.length);let r=P(u.runs.length,f=>E(e,tt(e,f))).filter(f=>Ot(f)&&tt(e,f)!==null);if(!r.length)return[["No run is\
 left.","leaderboard",""]];let i=nt().length,a=i<u.runs.length?` of the ${y(i,"run")} chosen`:"",l=`${k(e)} ${v(tt(e,r[0]),u.measures[e].digits)}`,c=`${u.runs[r[0]].
name} is first${a}: ${l} over ${y(q().length,"topic")}${at()}.`,p=u.boards.some(f=>f.subset===t&&f.measure===e)?"Ranks and shades are from the tests of all runs\
, which hold for fewer, too.":"How sure this order is was not tested.";return[[c,"leaderboard",""],...u.runs.length>1?[[p,"leaderboard",""]]:[]]}function ts(t){return t.order.filter(Ot)}function Eo(t){let e=xe(),n=e&&u.ranked.find(i=>i.subset===t.subset&&i.measure===t.measure&&i.type===e),o=t.order.map((i,a)=>a).
filter(i=>Ot(t.order[i])),s=o.map(i=>t.rank[i]).sort((i,a)=>i-a),r=new Map(s.map((i,a)=>[i,a+1]).reverse());return new Map(o.map((i,a)=>{let l=Number(r.get(t.rank[i]));
if(n)return[t.order[i],{rank:l,low:n.low[a],high:n.high[a]}];let[c,d]=[0,0],p=t.apart[i];for(let f of o)p[f]==="<"?c+=1:p[f]===">"&&(d+=1);return[t.order[i],{rank:l,
low:1+c,high:o.length-d}]}))}function Lo(t){let e=lt(t),n=e&&Eo(e);return Ao(t).map(o=>{let s=n&&n.get(o.run);return s?{...o,rank:Yt(e)?o.rank:s.rank,rankLow:s.
low,rankHigh:s.high}:o})}function Ro(t){let e=lt(t);if(!e)return null;if(g.against<0){let s=Eo(e);return{run:-1,runs:new Set([...s].filter(([,{low:r}])=>r===1).
map(([r])=>r)),of:s.size}}let n=ts(e),o=e.apart[e.order.indexOf(g.against)];return{run:g.against,runs:new Set(n.filter(s=>o[e.order.indexOf(s)]===".")),of:n.length-
1}}function Bo({run:t,runs:e,of:n}){let{best:o,ranks:s}=u.words,r=[...e].filter(c=>c!==t).map(c=>u.runs[c].name),i=r.length>12?` and ${r.length-12} more`:"",a=`${r.
slice(0,12).join(", ")}${i}`;if(t<0)return`Shaded: ${y(r.length,"run")} of ${n.toLocaleString("en")} ${o.not_shown}: ${a}`;let{name:l}=u.runs[t];return r.length?
`Shaded: ${y(r.length,"run")} of ${n.toLocaleString("en")} ${s.not_shown} than ${l}: ${a}`:`Every other run is ${s.shown}, than ${l}`}var es=900,Io=1.5;function ns({clientWidth:t,scrollWidth:e,firstElementChild:n},o){if(o.count<1/0&&o.window!==window.innerWidth)return{count:1/0,window:window.innerWidth};
if(e<=Io*t)return o;let r=[...n.tHead.rows[0].cells].filter(i=>i.offsetLeft+i.offsetWidth<=Io*t).length;return{count:Math.max(1,Math.min(r,o.count-1)),window:window.
innerWidth}}function os(t){return t===void 0||t===""||Number.isNaN(t)?null:typeof t=="string"?t.toLowerCase():t}function Ue({text:t,kind:e}){return`${t?"text":"\
number"}${e?` ${e}`:""}`}function jt({columns:t,rows:e,title:n,sorted:o,sortedBy:s,rowAttributes:r,empty:i,most:a=1/0,kind:l,few:c}){let[d,p]=T(o||{column:0}),[
f,m]=T(!1),[$,_]=T(a),[b,x]=T(!1),[M,S]=T({count:1/0,window:0}),N=s&&o?o:d,D=Et("thead button, tbody :is(a, button)");et(()=>{let{current:w}=D,j=new ResizeObserver(
()=>{let pt=w.scrollWidth>w.clientWidth;w.classList.toggle("wide",pt),w.tabIndex=(pt||w.scrollHeight>w.clientHeight)&&!w.querySelector("a, button")?0:-1,S(Xt=>w.
clientWidth?ns(w,Xt):Xt)});for(let pt of[w,w.firstChild])j.observe(pt)},[]);function Q(w){let j=N.column===w?!N.ascending:!!(t[w].text||t[w].rising);p({column:w,
ascending:j}),s&&s(t[w],j),J(`${n}: sorted by ${t[w].name}, ${j?"ascending":"descending"}`)}function W(){m(!0),D.current.focus()}function X(){x(!0),D.current.focus()}
let O=(w,j)=>b||j<M.count||j===N.column,A=t.filter(O),K=t[N.column]?.value||(()=>0),Ct=P(e.length,w=>os(K(e[w])),N.ascending),V=f?Ct:Ct.slice(0,$),st=({currentTarget:{
scrollTop:w,clientHeight:j,scrollHeight:pt}})=>{V.length<e.length&&w+j>pt-es&&_($+a)};return h`<div class=${`scroll ${l||""}`.trim()} tabindex="-1" role="region" aria-label=${n} ref=${D} onScroll=${st}>
    <table class=${c&&"few"} onwhole=${()=>[m,x].forEach(w=>w(!0))}>
      <caption>${n}</caption>
      <thead><tr>${t.map((w,j)=>O(w,j)&&ss(w,j===N.column&&(N.ascending?"ascending":"descending"),()=>Q(j)))}</tr></thead>
      <tbody>
        ${V.map(w=>h`<tr key=${w} ...${r?r(e[w]):{}}>
          ${t.map((j,pt)=>O(j,pt)&&is(j,e[w],pt))}</tr>`)}
        ${V.length<e.length&&Po(t,h`<${Z} pressed=${W}>Show all ${v(e.length,0)} rows; the first ${v(V.length,0)} are shown<//>`)}
        ${!e.length&&Po(t,i)}
      </tbody>
    </table>
  </div>
  ${rs(t.length-A.length,X)}`}function rs(t,e){return t>0&&h`<p class="caption away"><${Z} pressed=${e}>Show ${y(t,"more column")}<//></p>`}function Po(t,e="Not\
hing to show."){return h`<tr><td colspan=${t.length}>${e}</td></tr>`}function ss(t,e,n){return t.name?h`<th scope="col" key=${t.name} class=${Ue(t)} aria-sort=${e||
null}>
    <button type="button" title=${t.help} onClick=${t.clicked||n}><bdi class="name">${t.name}</bdi></button>${t.under}
  </th>`:h`<td class=${Ue(t)}></td>`}function is(t,e,n){let o=(t.cell?t.cell(e):t.value(e))??"–";if(o.type==="td")return o;let s=typeof o=="number"?v(o,t.digits):
o;return n?h`<td class=${Ue(t)}>${s}</td>`:h`<th scope="row" class=${Ue(t)}>${s}</th>`}function Do(t){let e=yn(t).trim();return e==="–"?"":e}function yn(t){return Array.
isArray(t)?t.map(yn).join(""):t==null||typeof t=="boolean"?"":t.props?yn(t.props.children):String(t)}function as(t,e){let n=parseFloat(t.replace("−","-").replaceAll(
",",""));return e||String(n)===t?n:t}function bt({heads:t,rows:e,...n}){let o=t.map((s,r)=>{let i=d=>/^([−+-]?\d[\d.]*)?$/.test(Do(d[r])),[a,l]=Array.isArray(
s)?s:[s,r&&e.every(i)?"number":"text"],c=d=>Do(d[r]);return{name:a,text:l!=="number",kind:l==="prose"?l:"",value:l==="number"||!r?d=>as(c(d),!!r):c,cell:d=>Number.
isInteger(d[r])?String(d[r]):d[r]}});return h`<${jt} columns=${o} rows=${e} sorted=${{column:-1}} ...${n} />`}function xn({words:t,make:e}){let[n,o]=T(!1);return h`<details class="data" onToggle=${({
currentTarget:s})=>o(s.open)} onfill=${()=>o(!0)}>
    <summary onClick=${()=>o(!0)}>${t}</summary>${n&&e()}
  </details>`}function ft({title:t,heads:e,rows:n}){return h`<${xn} words="Data of this figure" make=${()=>h`<${bt} title=${t} heads=${e} rows=${n()} />`} />`}var Wo="these results were read from a directory, without the runs";function Ve(t,e=Pt(t)){return t===null?"–":h`<span class="share" aria-hidden="true"><span style="width: ${(100*
t).toFixed(1)}%" /></span>
    <span class="beside">${e}</span>`}function ze(t,e){let{junk:n,outside:o,negative:s}=u.unjudged;return o[t][e]+(n?0:s[t][e])}var Ge=()=>u.unjudged?.junk?"jud\
ged as junk":"pooled, not judged";function ls(){let{unjudged:t}=u;return!t||!t.negative.flat().some(Boolean)?[]:[["not in the pool",t.outside],[Ge(),t.negative]].
map(([n,o])=>({name:`first ${t.cutoffs[0]}: ${n}`,value:s=>o[s][0],cell:s=>Ve(o[s][0])}))}function cs(){let{runs:t,unjudged:e}=u,n=r=>t[r].retrieved?t[r].unjudged/
t[r].retrieved:null,o=(r,i)=>({name:r,value:i,cell:a=>Ve(i(a))}),s=[...Jt(),{name:"retrieved",digits:0,value:r=>t[r].retrieved},...(e?.cutoffs||[]).map((r,i)=>o(
`first ${r}`,a=>ze(a,i))),...e?.junk&&e.negative.flat().some(Boolean)?[]:[o("all",n)],...ls()];return h`<${jt} columns=${s} rows=${[...t.keys()]} title="Share of unjudged documents" sorted=${{
column:Jt().length+1}} />`}function Ke(){return u.relevance_level&&`relevant from grade ${u.relevance_level}`}function us(){let t=u.topics.filter(r=>r.judged!==
null);if(!t.length)return R("Not known: these results were written without a table of topics");let e=["judged","relevant"].map(r=>{let i=t.map(a=>Number(a[r]));
return{kind:r,counts:i,sum:i.reduce((a,l)=>a+l,0)}}),n=[{name:"documents",text:!0,value:({kind:r})=>r},{name:"min",digits:0,value:({counts:r})=>vt(r,0)},{name:"\
median",value:({counts:r})=>gt(r),cell:({counts:r})=>Number(gt(r)).toLocaleString("en",{minimumFractionDigits:1,maximumFractionDigits:1})},{name:"max",digits:0,
value:({counts:r})=>vt(r,1)},{name:"sum",digits:0,value:({sum:r})=>r}],[o,s]=e.map(({sum:r})=>r);return h`
    <${jt} columns=${n} rows=${e} title="Judged and relevant documents by topic" sorted=${{column:0,ascending:!0}} />
    ${R(y(t.length,"topic"),"documents with a grade in the judgments",Ke(),o&&`${Pt(s/o)} of all judged documents are relevant`)}
    <${ft} title="Judged and relevant documents of each topic" heads=${["topic","judged","relevant"]}
      rows=${()=>t.map(r=>[r.id,r.judged,r.relevant])} />`}function fs(){if(!u.uniques)return R(`Not known, because ${Wo}`);let t=Math.max(1,...Object.values(u.
uniques)),e=o=>u.runs.filter((s,r)=>Gt(r)===o).length;return h`<${jt} columns=${[{name:"group",text:!0,value:([o])=>o,cell:([o])=>L(o)},{name:"runs",digits:0,value:([
o])=>e(o)},{name:"unique relevant",value:([,o])=>o,cell:([,o])=>Ve(o/t,v(o,0))}]} rows=${Object.entries(u.uniques)} title="Unique relevant documents by group" sorted=${{
column:2}} />
    ${R("Relevant documents that runs of this group have within rank 100 of a topic, and no run of another group has","a run without a group stands for itself",
Ke(),ye())}`}function ds(){let{runs:t,unjudged:e}=u;if(!e)return null;let n=t.map((i,a)=>ze(a,0)),o=n.filter(i=>i===0).length,s=n.indexOf(Math.max(...n)),r=`the\
 first ${e.cutoffs[0]} documents`;return o===t.length?rt(`All of ${r} of every run are judged.`):t.length===1?rt(`Of ${r} ${Pt(n[0])} are unjudged.`):rt(`All of\
 ${r} of ${o} of ${y(t.length,"run")} are judged; most is unjudged of `,L(t[s].name),`: ${Pt(n[s])}.`)}var ps=()=>h`
  ${ds()}${cs()}
  ${R(u.unjudged&&"First k: of the documents within rank k of all judged topics together, how many are unjudged","all: of everything that the run retrieved for \
its averaged topics",u.unjudged?.junk?"unjudged is a document that is not in the judgments":"unjudged is a document without a grade of 0 or more in the judgment\
s",!u.unjudged&&`the shares within the first ranks are not known, because ${Wo}`,ye())}
  <div class="columns"><div><h3>Judged and relevant</h3>${us()}</div>${u.runs.length>1&&h`<div><h3>Found by one group alone</h3>${fs()}</div>`}</div>`;function kn(t,e){
return{name:t,of:n=>n[e].length,cell:({[e]:n})=>n.length?h`<span title=${n.join(", ")}>${n.length}</span>`:"–"}}function Mn(t,e){return{name:t,text:!0,of:n=>e(
n).length,cell:n=>h`<bdi class="noticed">${e(n).join("; ")||"–"}</bdi>`}}function Ho(t){return Object.entries(t).map(([e,n])=>`${e}: ${n}`)}var Sn=[{name:"tie\
d documents",of:({tied:t})=>t,cell:({tied:t,retrieved:e})=>t?Ve(Math.min(1,t/Math.max(1,e)),v(t,0)):"–"},kn("topics missing","missing"),kn("topics left out","\
left_out"),kn("topics without judgments","extra"),Mn("findings",({findings:t})=>Ho(t)),Mn("repairs, lines changed",({repairs:t})=>Ho(t)),Mn("warnings",({warnings:t})=>t)];
function hs(){let{runs:t,checked:e,refused:n}=u,o=Sn.filter(({of:a})=>t.some(a)),s=[...t.keys()].filter(a=>o.some(({of:l})=>l(t[a]))),r=Jt(),i=[...r,...o.map(({
name:a,text:l,of:c,cell:d})=>({name:a,text:l,value:p=>c(t[p]),cell:p=>d(t[p])}))];return h`
    ${s.length>0&&h`<${jt} columns=${i} rows=${s} title="What was noticed of each run" sorted=${{column:r.length}} />`}
    ${R(e?"Runs were checked before the evaluation; findings and repairs are counted by their names":"Runs were not checked: the task has no key check",t.some(a=>a.
tied)&&"tied documents share their score with another of the same topic; the bar is their share of what was retrieved",s.length<t.length&&`not listed, because t\
here is nothing to say of ties, topics or repairs: ${t.length-s.length} of ${y(t.length,"run")}`,n&&`refused before the evaluation, and listed below: ${y(n,"run")}`,
ye())}`}it({id:"quality",title:"Quality of the data",order:100},()=>I(()=>h`<div id="coverage">${ps()}</div><h3>Ties, topics and repairs</h3><div id="repairs">${hs()}</div>`,
[]));function ke(){let[t,e]=T(!1);return et(()=>{let[n,o]=[()=>e(!0),()=>e(!1)];return window.addEventListener("beforeprint",n),window.addEventListener("afterprint",
o),()=>{window.removeEventListener("beforeprint",n),window.removeEventListener("afterprint",o)}},[]),t}function dt(t,e,n,o){return h`<text x=${C(t)} y=${C(e)} ...${o}>${n}</text>`}
function re(t,e={}){let n=a=>a.replace(/\{(\w+)\}/g,(l,c)=>e[c]),{title:o,x:s,y:r,key:i}=u.figures[t];return{title:n(o),x:n(s),y:n(r),key:Object.fromEntries(Object.
entries(i).map(([a,l])=>[a,n(l)]))}}function jn({title:t,description:e=""},n,o){return{viewBox:`0 0 ${n} ${o}`,class:"figure",role:"img","aria-label":`${t}. ${e}`,
style:`max-width: ${n}px`,preserveAspectRatio:"xMinYMin meet"}}function Cn(t){return{onPointerMove:n=>{let[o,s]=[ot("tip"),t(n)];if(o.hidden=s===null,s===null)return;
o.textContent=s;let r=Math.min(n.clientX+14,window.innerWidth-o.offsetWidth-8),i=n.clientY+18+o.offsetHeight<window.innerHeight;o.style.left=`${Math.max(4,r)}px`,
o.style.top=`${i?n.clientY+18:n.clientY-o.offsetHeight-10}px`},onPointerLeave:()=>{ot("tip").hidden=!0}}}function On(t,e){let n=t.getBoundingClientRect(),o=t.viewBox.
baseVal.width/n.width;return[(e.clientX-n.left)*o,(e.clientY-n.top)*o]}function ms(t,e,{rows:n,columns:o},s){let r=(p,f)=>{for(let m=p;m>=0&&m<n*o;m+=f)if(s(m))
return m;return null};if(t==="End")return r(n*o-1,-1);if(t==="Home"||e===null)return r(0,1);let[i,a]={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[0,-1],ArrowRight:[
0,1]}[t]||[0,0],[l,c]=[Math.floor(e/o)+i,e%o+a];return l>=0&&l<n&&c>=0&&c<o&&s(l*o+c)?l*o+c:null}function Fo({left:t,top:e,across:n,down:o,rows:s,columns:r}){return{
itemAt:(i,a)=>{let[l,c]=[Math.floor((a-e)/o),Math.floor((i-t)/n)];return l>=0&&l<s&&c>=0&&c<r?l*r+c:null},outline:i=>At(t+i%r*n,e+Math.floor(i/r)*o,n,o)}}function Nn({
figure:t,size:[e,n],grid:o,there:s=()=>!0,itemAt:r=Fo(o).itemAt,outline:i=Fo(o).outline,crossed:a,stretch:l,children:c}){let[d,p]=[$t(null),$t(null)],[f,m]=T({figure:t,
item:null,keyed:!1}),$=f.figure===t?f.item:null;et(()=>{f.keyed&&p.current&&p.current.scrollIntoView({block:"nearest",inline:"nearest"})},[f]);let{title:_,item:b,
opens:x=`opens the ${b}`,words:M,open:S,pick:N}=t,D=(w,j)=>{m({figure:t,item:w,keyed:j}),j&&J(M(w)),N&&N(w)},Q=w=>{let[j,pt]=On(d.current,w),Xt=r(j,pt);return Xt!==
null&&s(Xt)?Xt:null},W=gs(o,l,w=>On(d.current,w)[0]),X=w=>{if(w.key==="Enter"&&$!==null)S($);else if(l&&w.key==="+")l.around(($||0)%o.columns);else if(l&&/^(-|Escape)$/.
test(w.key))l.whole();else if(/^(Arrow(Up|Down|Left|Right)|Home|End)$/.test(w.key)){let j=ms(w.key,$,o,s);j!==null&&D(j,!0)}else return;w.preventDefault()},O=w=>{
let j=Q(w);j===null||W.ended()||(D(j,!1),N||S(j))},A=Cn(w=>{let j=Q(w);return w.target.dataset.words||(j===null?null:M(j))}),K=`width: ${e}px`,{onPointerDown:Ct,
onPointerUp:V}=W;return h`<div class="scroll explorable" tabindex="0" role="application" onKeyDown=${X} onClick=${O} ...${A}
      ...${{onPointerDown:Ct,onPointerMove:w=>{W.onPointerMove(w),A.onPointerMove(w)},onPointerUp:V}}
      aria-label="${_}. Arrow keys move from ${b} to ${b}, Enter ${x}${l?", plus and minus zoom":""}.">
    <svg ref=${d} ...${jn(t,e,n)} style=${K}>${c}${W.band}
      ${$!==null&&a&&h`<path class="cross" d=${a($)} />`}
      ${$!==null&&h`<path ref=${p} class="mark" d=${i($)} />`}</svg></div>`}var $s=30;function Uo(t,e){let[n,o]=T({figure:t,from:0,to:e}),{from:s,to:r}=n.figure===
t?n:{from:0,to:e},i=(c,d)=>o({figure:t,from:Math.max(0,c),to:Math.min(e,d)}),a=Math.max(1,Math.floor((r-s)/4)),l={from:s,to:r,count:e,whole:()=>o({figure:t,from:0,
to:e}),brushed:(c,d)=>i(s+c,s+d+1),around:c=>i(s+c-a,s+c+a+1)};return{from:s,to:r,stretch:e>$s?l:void 0}}function Vo({stretch:t,what:e}){if(!t)return null;let{from:n,
to:o,count:s}=t;if(o-n===s)return h`<p class="caption hint more">Drag across some of the ${s.toLocaleString("en")} ${e}s to see them larger.</p>`;let[r,i]=[n,s-
o].map(l=>l.toLocaleString("en")),a=`${y(o-n,e)} of ${s.toLocaleString("en")} shown; outside: ${r} to the left, ${i} to the right. `;return h`<p class="caption hint" role="status">${a}<button type="button" onClick=${t.
whole}>Show all</button></p>`}function gs({left:t,top:e,across:n,down:o,rows:s,columns:r},i,a){let[l,c]=T(null),d=$t(!1),p=$=>Math.min(r-1,Math.max(0,Math.floor(
(a($)-t)/n))),[f,m]=l?[Math.min(...l),Math.max(...l)]:[0,0];return{onPointerDown:$=>{i&&$.pointerType!=="touch"&&!$.button&&c([p($),p($)])},onPointerMove:$=>{l&&
!$.buttons?c(null):l&&c([l[0],p($)])},onPointerUp:()=>{d.current=m>f,i&&m>f&&i.brushed(f,m),c(null)},ended:()=>[d.current,d.current=!1][0],band:m>f&&h`<path class="band" d=${At(
t+f*n,e,(m+1-f)*n,s*o)} />`}}function zo(t,e,n,o=String){return n.ticks.map(s=>h`<path class="grid" d="M${t} ${C(n(s))}H${e}" />${dt(t-8,n(s)+4,o(s),{class:"tic\
k","text-anchor":"end"})}`)}function Go(t,e){return e&&dt(12,t,e,{"text-anchor":"middle",transform:`rotate(-90 12 ${C(t)})`})}function Ko({left:t,right:e,top:n,
bottom:o},s,r,i,a){return h`${zo(t,e,r)}${s.ticks.map(l=>h`<path class="axis" d="M${C(s(l))} ${o}v5" />${dt(s(l),o+20,String(l),{class:"tick","text-anchor":"mid\
dle"})}`)}
    <path class="axis" d="M${t} ${n}V${o}H${e}" />
    ${dt((t+e)/2,o+40,i,{"text-anchor":"middle"})}${Go((n+o)/2,a)}`}function mt({listed:t}){return h`<ul class="signs">${t.map(([e,n])=>h`<li>
    <svg width="16" height="12" aria-hidden="true"><path ...${e} /></svg>${n}</li>`)}</ul>`}var Yo={bar:(t,e,[n,o])=>`${Mt([t(n,-e),t(o,-e),t(o,e),t(n,e)])}z`,box:(t,e,n)=>Yo.
bar(t,e,n),whisker:(t,e,n)=>[n.slice(0,2),n.slice(2)].map(o=>Mt(o.map(s=>t(s,0)))).join("")+[n[0],n[n.length-1]].map(o=>Mt([t(o,-e/2),t(o,e/2)])).join(""),tick:(t,e,[
n])=>Mt([t(n,-e),t(n,e)])},qo={point:4,outliers:2.4},_s={bar:"bar",box:"box",whisker:"axis",tick:"median",point:"own",outliers:"dot"};function bs({kind:t,of:e,class:n=_s[t],
colour:o=()=>"",words:s,half:r=1/0},i,a,l){let c=Array.from({length:i},(f,m)=>[e(m)].flat().filter($=>$!==null));if(qo[t])return c.map((f,m)=>f.map(($,_)=>{let[
b,x]=a(m)($,0).map(C);return h`<circle class=${typeof n=="function"?n(m):o(m)?null:n} cx=${b} cy=${x}
        r=${Math.min(qo[t],Math.max(2.5,l))} fill=${o(m)||null}
        data-words=${s&&s(m,_)} />`}));let d=new Map;c.forEach((f,m)=>{if(!f.length)return;let $=d.get(o(m))||[];$.push(Yo[t](a(m),Math.min(r,l),f)),d.set(o(m),
$)});let p=f=>t==="whisker"||t==="tick"?{stroke:f,"stroke-width":1.5}:{fill:f};return Array.from(d,([f,m])=>h`<path d=${m.join("")} ...${f?p(f):{class:n}} />`)}
function Wt({figure:t}){let{from:e,to:n,stretch:o}=Uo(t,t.names.length),s=I(()=>vs(t,e,n),[t,e,n]),{names:r,axis:i,marks:a,height:l=210,most:c=10,lines:d=[],pointed:p,
defs:f}=s,m=ke(),[$,_,b]=[60,p?18:10,r.length],x=_+l,M=(Ut(m,t.share)-74)/Math.max(1,b),S=Math.min(44,M<5?M:Math.floor(M)),N=$+S*b,D=Math.min(c,Math.max(...r.map(
O=>Array.from(O).length))),Q={left:$,top:_,across:S,down:l,rows:1,columns:b},W=I(()=>{let O=Rt(i.low,i.high,x,_,i.most),A=V=>$+(V+.5)*S,K=V=>(st,w)=>[A(V)+w,O.clamped(
st)],Ct=(V,st)=>{let[w,j]=[C(A(st)+4),x+8];return st%De(S)?null:dt(w,j,ht(V,c),{class:"small","text-anchor":"end",transform:`rotate(-90 ${w},${j})`})};return h`<defs>${f}</defs>
      ${[zo($,N,O,i.words),r.map(Ct),Go((_+x)/2,i.label)]}
      ${a.map(V=>bs(V,b,K,Math.max(S/2,Math.min(1,S))-(S>4?1:0)))}
      ${d.map(([V,st])=>h`<path class=${st} d="M${$} ${C(O.clamped(V))}H${N}" />`)}
      ${p&&dt(A(p[0]),O.clamped(p[1])-4,"▼",{"text-anchor":"middle",class:"small"})}`},[s,S]),X=[Math.max(N+12,Math.min(340,Ut(m,t.share))),x+20+6*D];return h`<${Nn} figure=${s} size=${X} grid=${Q} stretch=${o}>${W}<//><${Vo} stretch=${o} what=${t.
item} />`}function vs(t,e,n){if(n-e===t.names.length)return t;let o=r=>typeof r!="function"?r:(i,...a)=>r(i+e,...a),{pointed:s}=t;return{...t,names:t.names.slice(
e,n),words:o(t.words),open:o(t.open),marks:t.marks.map(r=>({...r,of:o(r.of),colour:o(r.colour),words:o(r.words),class:o(r.class)})),pointed:s&&s[0]>=e&&s[0]<n?[
s[0]-e,s[1]]:void 0}}function Jo({axis:t,value:e,low:n,high:o,width:s,error:r,colour:i}){let[a,l,c]=[e,n,o].map(f=>C(t.clamped(f))),d=`${v(n)} to ${v(o)}`,p=[[n>=
t.low,l],[o<=t.high,c]].map(([f,m])=>f?`M${m} 5v8`:"").join("");return h`<span class="hidden">${d}</span><svg class="whisker" viewBox=${`0 0 ${s} 18`} aria-hidden="true" style="width:${s}px;${i?
`fill:${i};stroke:${i}`:""}" ...${Cn(()=>d)}>
    ${r&&h`<path class="sample-error" d="M${C(t.clamped(e-r))} 9H${C(t.clamped(e+r))}" />`}
    <path d="M${l} 9H${c}${p}" /><circle cx=${a} cy="9" r="3.5" /></svg>`}function ws(t,e){let n=t/Math.max(1,e);return n<2?n:Math.floor(n)}function ys({rows:t,
columns:e,ids:n},o){let s=o?n:e,r=Math.max(...s.map(p=>p.length)),[i,a]=Bt()&&!o?[92,62]:[160,104],l=42+Math.round(5.6*Math.min(17,r)),c=Math.min(72,ws(Ut(o)-i-
a-2,e.length)),d=o?Math.min(12,(hn.height-l-6)/t.length):Math.min(24,Math.max(12,Math.floor(600/t.length)));return{left:i,top:l,across:c,down:d,rows:t.length,columns:e.
length,beyond:a,heads:s,every:De(c,o?8:11),everyRow:De(d,6.3)}}function xs(){return h`<defs><pattern id="hatched" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <path class="axis" d="M0 0V5" /></pattern></defs>`}function ks({looks:t,look:e},{left:n,top:o,across:s,down:r,rows:i,columns:a}){let l=t.map(()=>[]),c=s>14?
1:0;for(let d=0;d<i;d+=1)for(let p=0;p<a;p+=1){let f=e(d,p);l[f].push(At(n+p*s,o+d*r,Math.max(.2,s-c),r-c))}return t.map((d,p)=>l[p].length>0&&h`<path class="cells" ...${d} d=${l[p].
join("")} />`)}function Ms({margins:t},{left:e,top:n,across:o,down:s,columns:r,everyRow:i}){if(!t)return null;let a=e+r*o,l=({fill:c,words:d,tag:p,text:f},m)=>h`
    <path class="margin" d=${At(a+4,n+m*s,12,s)} fill=${c} data-words=${d} />
    <path fill=${p?.fill} d=${At(e-6,n+m*s+1,4,s-2)} data-words=${p?.words} />
    ${m%i?null:dt(a+20,n+(m+.5)*s+Math.min(4,s/2),f||"",{class:"small tick"})}`;return h`${t.rows.map(l)}${t.columns.map(({fill:c,words:d},p)=>h`
    <path class="margin" d=${At(e+p*o,n-16,o,12)} fill=${c} data-words=${d} />`)}
    ${dt(e-10,n-6,t.above,{class:"small tick","text-anchor":"end"})}
    ${dt(a+20,n-6,t.beside,{class:"small tick"})}`}function Ss({rows:t},{left:e,top:n,across:o,down:s,heads:r,every:i,everyRow:a}){return h`${t.map((l,c)=>c%a?null:
dt(e-10,n+(c+.5)*s+Math.min(4,s/2),ht(l,Bt()?12:24),{class:"small","text-anchor":"end"}))}
    ${r.map((l,c)=>{let[d,p]=[e+(c+.5)*o+3,n-22];return c%i?null:dt(d,p,ht(l,17),{class:"small",transform:`rotate(-65 ${C(d)} ${p})`})})}`}function Xo({figure:t}){
let{from:e,to:n,stretch:o}=Uo(t,t.columns.length),s=I(()=>Os(t,e,n),[t,e,n]),r=ys(s,ke()),{left:i,top:a,across:l,down:c,rows:d,columns:p,beyond:f,every:m,everyRow:$}=r,
[_,b]=[i+l*p,a+c*d],x=I(()=>h`${xs()}${ks(s,r)}${Ms(s,r)}${Ss(s,r)}`,[s,l,c,r.heads]),M=N=>{let[D,Q]=[Math.floor(N/p),N%p],[W,X]=[i+Q*l,a+D*c];return`M${i} ${X+
c/2}H${W}M${W+l} ${X+c/2}H${_}M${W+l/2} ${a}V${X}M${W+l/2} ${X+c}V${b}`},S=[m>1&&`one topic of ${m}`,$>1&&`one run of ${$}`].filter(Boolean).join(" and ");return h`<${Nn} figure=${s} size=${[
_+f,b+6]} grid=${r} crossed=${M} stretch=${o}>${x}<//>
    ${S&&h`<p class="caption hint">Named: ${S}.</p>`}<${Vo} stretch=${o} what="topic" />`}function Os(t,e,n){let{columns:o,ids:s,margins:r,look:i,words:a,open:l,
pick:c}=t;if(n-e===o.length)return t;let d=p=>Math.floor(p/(n-e))*o.length+e+p%(n-e);return{...t,columns:o.slice(e,n),ids:s.slice(e,n),margins:r&&{...r,columns:r.
columns.slice(e,n)},look:(p,f)=>i(p,f+e),words:p=>a(d(p)),open:p=>l(d(p)),pick:c&&(p=>c(d(p)))}}function Qo({title:t,low:e,high:n,colour:o,steps:s,missing:r}){let[
i,a]=[300,12],l=d=>a+(d-e)/(n-e)*i,c=`${t} from ${v(e,2)} to ${v(n,2)}`;return h`<svg ...${jn({title:"Colours",description:c},i+2*a+(r?130:10),36)}>
    ${Array.from({length:s},(d,p)=>h`<path class="cells" fill=${o(p/(s-1))}
      d=${At(a+p*i/s,2,i/s+.5,12)} />`)}
    ${de(e,n,5).filter(d=>d>=e&&d<=n).map(d=>h`<path class="axis" d="M${C(l(d))} 14v4" />${dt(l(d),31,String(d).replace("-","−"),{class:"tick","text-anchor":"\
middle"})}`)}
    ${r&&h`<path d=${At(a+i+20,2,16,12)} fill="url(#hatched)" class="outlined" />
      ${dt(a+i+42,12,r,{class:"tick"})}`}</svg>`}function Zo({figure:t}){let e=ke(),{x:n,y:o,points:s}=t,r=Math.min(480,Ut(e,t.share)),i=Math.round(r*.8),a={left:56,
right:r-14,top:10,bottom:i-52},[l,c]=I(()=>{let[p,f]=[Rt(n.low,n.high,a.left,a.right),Rt(o.low,o.high,a.bottom,a.top)],m=s.map(({at:_})=>[p.clamped(_[0]),f.clamped(
_[1])]),$=_=>m.filter((b,x)=>s[x].class===_).map(([b,x])=>mn(b,x,s.length>400?2:3.5)).join("");return[h`${Ko(a,p,f,n.label,o.label)}<path class="axis" d=${Mt([[
p(n.low),f(o.low)],[p(n.high),f(o.high)]])} />
      ${[...new Set(s.map(_=>_.class))].map(_=>h`<path class=${_} d=${$(_)} />`)}`,m]},[t,r]),d=(p,f)=>{let m=c.map(([_,b])=>Math.hypot(_-p,b-f)),$=m.indexOf(Math.
min(...m));return m[$]<12?$:null};return h`<${Nn} figure=${t} size=${[r,i]} grid=${{...a,across:1,down:1,rows:1,columns:s.length}} itemAt=${d}
    outline=${p=>mn(c[p][0],c[p][1],6)}>${l}<//>`}function tr({figure:t,width:e,lit:n,onLit:o}){let{x:s,y:r,lines:i,context:a,diagonal:l,dotted:c}=t,[d,p]=[Math.
round(e*.75),e<420?10:16],f={left:56,right:e-16-6*p,top:10,bottom:d-52},[m,$]=[Rt(s.low,s.high,f.left,f.right),Rt(r.low,r.high,f.bottom,f.top)],_=O=>O.map(([A,K])=>[
m(A),$(K)]),[b,x,M]=I(()=>[h`${Ko(f,m,$,s.label,r.label)}${l&&h`<path class="grid" d=${Mt(_([[0,0],[1,1]]))} />`}
      <path class="band" d=${Mt(_(js(t)))} /><path class="context" d=${a.map(O=>Mt(_(O))).join("")} />`,new Map(i.map(({key:O,points:A})=>[O,h`<path d=${Mt(_(A))} />${c&&
_(A).map(([K,Ct])=>h`
      <circle cx=${C(K)} cy=${C(Ct)} r="2.5" stroke-dasharray="none" />`)}`])),Cs(i.map(O=>({...O,end:_(O.points).at(-1)||[]})),f,p)],[t,e]),S=$t(null),N=O=>{let[
A,K]=On(S.current,O);return i.flatMap(({key:V,points:st})=>_(st).map(([w,j],pt)=>({key:V,index:pt,far:Math.hypot(w-A,j-K)}))).reduce((V,st)=>st.far<V.far?st:V,{
key:null,index:0,far:30})},{onPointerMove:D,onPointerLeave:Q}=Cn(O=>{let{key:A,index:K}=N(O);return o(A),A===null?null:t.words(A,K)}),W=i.some(({key:O})=>O===n),
X=W?[...i.filter(({key:O})=>O!==n),...i.filter(({key:O})=>O===n)]:i;return h`<svg ref=${S} ...${jn(t,e,d)} onPointerMove=${D} onPointerLeave=${()=>{Q(),o(null)}}>
    ${b}<g class=${W?"lines some":"lines"}>${X.map(({key:O,style:A})=>h`<g key=${O} class=${O===n?"lit":null} ...${A}>${x.get(O)}</g>`)}</g>${M}</svg>`}function js({
shared:t,context:e}){if(!t||e.length<4)return[];let n=o=>e[0].map(([s],r)=>[s,Number(vt(e.map(i=>i[r][1]),o))]);return[...n(.25),...n(.75).reverse()]}function Cs(t,{
right:e,top:n,bottom:o},s){if(t.length>12)return[];let r=o+14;return t.sort((i,a)=>a.end[1]-i.end[1]).map(({name:i,style:a,end:[l,c]},d)=>(r=Math.min(Math.max(c,
n+12*(t.length-1-d)),r-12),h`<path class="lead" d="M${C(l)} ${C(c)}L${e+6} ${C(r)}" stroke=${a.stroke} />${dt(e+9,r+3,ht(i,s),{class:"small",style:`fill:${a.stroke}`})}`))}function nr(){let{curves:{levels:t,cutoffs:e,subsets:n},unit:o}=u,s=or(),r=n[g.subset]||n[""],i=(l,c)=>{let d=r[l];if(!d)return[];let[p,f]=c(d);return p.map((m,$)=>[
m,f[$]/o])},a=[{name:"levels",positions:t,shared:!0,points:l=>i(l,([c])=>[t,c]),words:(l,[c,d])=>`recall ${c}: precision ${v(d)}`,cells:([,l])=>l,head:l=>`recal\
l ${l}`},{name:"cutoffs",positions:e,dotted:!0,points:l=>i(l,([,c,d])=>[d.map(p=>p/o),c]),words:(l,[c,d])=>`first ${e[l]} documents: precision ${v(d)}, recall ${v(
c)}`,cells:([l,c])=>`${v(c)} / ${v(l)}`,head:l=>`P / R at ${l}`}];return s&&a.push({name:"roc",positions:s.false,diagonal:!0,shared:!0,points:l=>s.false.flatMap(
(c,d)=>s.true[l][d]===null?[]:[[c,Number(s.true[l][d])]]),words:(l,[c,d])=>`false positive rate ${c}: true positive rate ${v(d)}`,cells:([,l])=>l,head:l=>`at ${l}`}),
a.filter(l=>l.positions.length)}function or(){let{roc:t}=u;return t&&{false:t.false,...t.subsets[g.subset]||t.subsets[""]}}function rr(){let t=sr();return[...u.
runs.keys()].filter(e=>e<5||t.length<=6&&t.includes(e))}function sr(){let t=new Map;return u.runs.forEach((e,n)=>{t.has(Gt(n))||t.set(Gt(n),n)}),[...t.values()]}
function Ns(t,e,n){let o=u.runs.map((d,p)=>t.points(p)),s=d=>Math.max(.1,...o.flat().map(p=>p[d])),{title:r,x:i,y:a}=re(t.name),l=e.filter(d=>o[d].length);return{
...t,title:r,description:"The numbers are in the table below it.",words:(d,p)=>{if(!t.shared)return`${u.runs[d].name}
${t.words(p,o[d][p])}`;let f=P(l.length,m=>o[l[m]][p][1]).slice(0,16).map(m=>l[m]);return[t.head(o[d][p][0]),...f.map(m=>`${v(o[m][p][1])}  ${u.runs[m].name}${m===
d?" ◂":""}`)].join(`
`)},x:{label:i,low:0,high:s(0)},y:{label:a,low:0,high:s(1)},lines:l.map(d=>({key:d,name:u.runs[d].name,points:o[d],style:n(d)})),context:nt().map(d=>o[d]).filter(
d=>d.length)}}function As(){let{curves:t}=u,e=or(),n=new Set(g.subset in t.subsets?q():u.topics.keys()),o=u.runs.map((r,i)=>[...n].filter(a=>u.values[0][a][i]!==
null).length).filter(Boolean),s=r=>y(Math.min(...r),"topic",Math.max(...r));return R(`Grey: ${nt().length<u.runs.length?"the runs that are left":"all runs"}, an\
d where they have the same recall levels the band between their quartiles`,"interpolated precision is the best precision from the rank on that reaches the recal\
l level","precision and recall after so many documents are those of the whole cutoff, also where a run has fewer",`both are means over ${s(o)}`,e&&`ROC: over th\
e judged documents alone, averaged vertically (the true positive rate at each false positive rate) over ${s(e.topics)} with relevant and judged non-relevant doc\
uments; grey: by chance`,u.relevance_level&&`relevant from grade ${u.relevance_level}`,kt())}function Ts(){let{levels:t,subsets:e}=u.curves,n=e[g.subset]||e[""],
o=[.1,.5].map(a=>t.indexOf(a)).filter(a=>a>=0),s=nt().filter(a=>n[a]);if(!o.length||s.length<2)return null;let r=o.map(a=>{let l=d=>Number(n[d]?.[0][a]),c=s.reduce(
(d,p)=>l(p)>l(d)?p:d);return{run:c,words:` at recall ${t[a]} (${v(l(c)/u.unit)})`}}),i=a=>a>0&&r[a-1].run===r[a].run;return rt(r.map(({run:a,words:l},c)=>[c>0&&
(i(c)?" and":"; "),!i(c)&&U("run",a),!c&&" has the highest precision",l]),".")}function Es(){return g.subset&&!(g.subset in u.curves.subsets)&&h`<p class="warning">Curves are means over all topics, not over the subset ${g.
subset}.</p>`}function Ls(t){let e=$t(new Map).current;for(let o of[...e.keys()])t.includes(o)||e.delete(o);for(let o of t){let s=[...e.values()];e.has(o)||e.set(
o,[...u.runs.keys()].findIndex(r=>!s.includes(r)))}let n=_t();return o=>({...Zt(e.get(o)||0),...g.colour?{stroke:n.ofRun(o)}:{}})}function ir(t){return t?`${v(t,
0)} of ${y(u.runs.length,"run")} drawn`:"no run is drawn: choose some in the list"}function er(t){let e=[...t].sort((n,o)=>n-o);F({curves:e.map(n=>u.runs[n].name)}),
J(ir(e.length))}function Rs(){let{curves:t,colour:e,filter:n,only:o,subset:s}=g,r=ke(),[i,a]=T(null),l=[...u.runs.keys()].filter($=>t.includes(u.runs[$].name)),
c=Ls(l),d=I(()=>{let $=b=>h`<svg class="sample" viewBox="0 0 26 10" aria-hidden="true">
      ${l.includes(b)&&h`<path d="M0 5H26" stroke-width="3" ...${c(b)} />`}</svg>`,_=u.runs.map(({name:b},x)=>({key:x,name:b,before:$(x),near:()=>a(x)}));return h`<${ge} title=${`\
Runs, the best first by ${k(u.first_measure)}`} items=${_} checked=${l} changed=${er} />`},[t,e]),p=I(()=>nr().map(($,_,{length:b})=>{let x=Ns($,l,c),M=r?Ut(r):
Number(ot("curves").querySelector(".content")?.clientWidth);return{figure:x,width:Math.max(280,Math.min(660,Math.floor(M/Math.min(b,r?2:b))-20)),table:h`<${ft} title=${x.
title} heads=${["run",...$.positions.map($.head)]}
        rows=${()=>l.map(S=>[u.runs[S].name,...$.points(S).map($.cells)])} />`}}),[t,e,n,o,s,r]),f=($,_)=>h`<${Z} pressed=${()=>er(_())}>${$}<//>`,m=()=>P(u.runs.
length,$=>E(g.measure,tt(g.measure,$)));return h`${Ts()}<${ut}>${f("Best 5",()=>m().filter(Ot).slice(0,5))}
      ${u.runs.some($=>$.group)&&f("Best of each group",()=>sr().filter(Ot))}
      ${f("All",nt)}${f("None",()=>[])}<span class="caption">${ir(l.length)}</span><//>
    <div onPointerLeave=${()=>a(null)}>${d}</div>${Es()}${e&&h`<${mt} listed=${Ht(_t())} />`}
    <div class="columns">${p.map(({figure:$,width:_,table:b})=>h`<div><h3>${$.title}</h3>
      <${tr} figure=${$} width=${_} lit=${i} onLit=${a} />${b}</div>`)}</div>${As()}`}it({id:"curves",title:"Precision and recall",order:20},()=>nr().length?h`<${Rs} />`:
R("There are no curves: no topic was averaged, or the judgments are a sample"));var An=new Map;function En(t){if(!An.has(t)){let{docs:e,runs:n}=u.first.topics[t],o=e.map(()=>0);for(let s of n)for(let r of new Set(s))o[r]+=1;An.set(t,o)}return An.
get(t)}function Bs(t){return t>=Number(u.relevance_level)?["relevant","●",`relevant${t>1?`, grade ${t}`:""}`]:t>=0?["nonrelevant","○",`not relevant${t>0?`, \
grade ${t}`:""}`]:t===-1?["unjudged","?","unjudged"]:[u.unjudged?.junk?"nonrelevant":"unjudged","×",Ge()]}function Ye(t){let[e,n,o]=Bs(t);return h`<span class="grade ${e}"><span aria-hidden="true">${n} </span>${o}</span>`}
function Je(t){let[e,n]=Object.hasOwn(u.texts,t)?u.texts[t]:["",""];return h`${L(t,1/0)}${e&&h`<bdi class="doc title">${e}</bdi>`}${n&&h`<bdi class="doc">${n}</bdi>`}`}
function Is(t,e,n){let{docs:o,grades:s,runs:r}=u.first.topics[e],i=En(e),a=H(t,e,n),l=a===null?"not evaluated on this topic":`${k(t)} ${v(a,u.measures[t].digits)}\
, rank ${te(t,e,n)}`,c=r[n].map((d,p)=>[String(p+1),Ye(s[d]),Je(o[d]),...u.runs.length>1?[String(i[d]-1)]:[]]);return h`<div class="first" key=${n}><h4>${U("run",
n)} ${l}</h4>
    ${c.length?h`<${bt} title="First documents of ${G(u.runs[n].name)}" rows=${c}
      heads=${[["rank","number"],["judgment","text"],["document","prose"],...u.runs.length>1?[["others","number"]]:[]]} />`:h`<p>The run retrieved nothing for this topic.</p>`}</div>`}
var Tn={best:"best",median:"median",chosen:"chosen run",none:"no other run"};function ar(){let{measure:t,topic:e,run:n}=g,[o,s]=T(["best",u.runs.length>1?"media\
n":"none"]),r=Et("a"),i=P(u.runs.length,f=>E(t,H(t,e,f))),a=i.filter(f=>H(t,e,f)!==null),l={best:a[0],median:a[Math.floor(a.length/2)],chosen:n},c=f=>l[f]??Number(
f),d=(f,m)=>{let _=[...Object.keys(Tn).filter(b=>m||b!=="none").map(b=>[b,b==="none"?Tn.none:`${Tn[b]}: ${u.runs[c(b)].name}`]),...i.map(b=>[b,`${u.runs[b].name}\
 ${v(H(t,e,b),u.measures[t].digits)}`])];return h`<${oe} words=${f} options=${_} value=${o[m]}
      changed=${b=>s(o.map((x,M)=>M===m?b:x))} />`},{depth:p}=u.first;return h`<h3>What the runs found first</h3>
    ${u.runs.length>1&&h`<${ut}>${["Documents of","beside those of"].map(d)}<//>`}
    <div class="columns" ref=${r}>${[...new Set(o.filter(f=>f!=="none").map(c))].map(f=>Is(t,e,f))}</div>
    ${R(`The first ${p} documents of a run on the topic above`,u.runs.length>1&&`others: how many of ${y(u.runs.length-1,"other run")} have the document among t\
heir first ${p}`,Ke(),"unjudged: not in the judgments",u.unjudged?.negative.flat().some(Boolean)&&`${Ge()}: in the judgments with a grade below 0`)}`}var Me=50,Ln={id:["topic",()=>P(u.topics.length,t=>t,!0)],hardest:["difficulty, hardest first (median of the runs)",t=>P(u.topics.length,e=>E(t,gt(St(t,e))),!0)],
relevant:["number of relevant documents",()=>P(u.topics.length,t=>u.topics[t].relevant)]},Rn={value:["value, best first",t=>P(u.runs.length,e=>E(t,tt(t,e)))],name:[
"name",()=>P(u.runs.length,t=>u.runs[t].name.toLowerCase(),!0)],group:["group",()=>P(u.runs.length,t=>Gt(t).toLowerCase(),!0)]},Xe=()=>g.heat==="residual";function cr(t){
let[e,n]=wt(t);return{of:(s,r)=>H(t,s,r),low:e,high:n,colour:s=>pn(s)}}function Ps(t){if(!Xe())return cr(t);let e=u.topics.map((r,i)=>Number(gt(St(t,i)))),n=(r,i)=>{
let a=H(t,r,i);return a===null?null:a-e[r]},o=Math.max(1e-9,...e.flatMap((r,i)=>u.runs.map((a,l)=>Math.abs(n(i,l)||0)))),s=u.measures[t].lower_is_better?1:0;return{
of:n,low:-o,high:o,colour:r=>pn(Math.abs(s-r),ko)}}function Ds({low:t,high:e},n){return n===null?Me:Math.round((n-t)/(e-t)*(Me-1))}function Hs({colour:t}){return[
...Array.from({length:Me},(e,n)=>t(n/(Me-1))),"url(#hatched)"].map(e=>({fill:e}))}function lr({low:t,high:e,colour:n},o){return o===null?"url(#hatched)":n((o-t)/
(e-t))}function Ws(t,e,n,o){let{digits:s}=u.measures[t],[r,i]=[cr(t),_t()],a=n.map(c=>{let d=G(u.runs[c].name),p=ee(t,c,e),f=Xe()?Vt(e.map($=>o.of($,c))):p,m=i.
name&&xt(i.name,c);return{fill:lr(o,f),text:v(p,s?4:1),words:`${d}
${Xe()?"mean difference from the median":"mean"} ${v(f,s?4:1)}`,tag:{fill:i.ofRun(c),words:m?`${d}
${i.name} ${G(m)}`:d}}}),l=e.map(c=>{let d=gt(St(t,c));return{fill:lr(r,d),words:`${qe(c)}
median of all runs ${v(d,s)}`}});return{rows:a,columns:l,above:"median of all runs",beside:It(t)?"geometric mean":"mean"}}function Fs(t,e,n,o,s,r){let{title:i,x:a,
y:l}=re("heat-map",{measure:k(t),...o}),c=p=>({topic:e[p%e.length],run:n[Math.floor(p/e.length)]}),d={title:`${i}: ${y(n.length,"run")} on ${y(e.length,"topic")}`,
description:`Rows: ${l}. Columns: ${a}.`,item:"cell",opens:"opens the topic",rows:n.map(p=>u.runs[p].name),columns:e.map(p=>`${u.topics[p].id} ${u.topics[p].title||
""}`.trim()),ids:e.map(p=>u.topics[p].id),looks:Hs(s),look:(p,f)=>Ds(s,s.of(e[f],n[p])),margins:Ws(t,e,n,s),words:p=>{let{topic:f,run:m}=c(p);return`${qe(f)}
${G(u.runs[m].name)}
${ur(t,f,m)}`},open:p=>_e("topic",c(p).topic),pick:p=>r({figure:d,...c(p)})};return d}function ur(t,e,n){let o=H(t,e,n);return o===null?"not evaluated":`${k(t)}\
 ${v(o,u.measures[t].digits)}, rank ${te(t,e,n)}`}function qs(t){let{measure:e}=g,[n,o]=[new Set(q()),new Set(nt())],[[s,r],[i,a]]=[Ln[g.topics_by]||Ln.hardest,
Rn[g.runs_by]||Rn.value],[l,c]=[r(e).filter($=>n.has($)),a(e).filter($=>o.has($))];if(!c.length||!l.length)return null;let[d,p,f]=[Ps(e),u.values[e].some($=>$.includes(
null)),_t()];return{figure:Fs(e,l,c,{topics:s,runs:i},d,t),above:h`<div class="legend"><${Qo} title=${k(e)} ...${d} steps=${Me} missing=${p&&"not evaluated"} />
      ${f.name&&h`<${mt} listed=${Ht(f)} />`}</div>`,below:h`${R(`${k()} of each run on each topic${Xe()?", minus the median of all runs on the topic: blue is b\
etter, orange is worse":""}`,kt(),"on the right the mean of each run, above the median of each topic",`topics by ${s}`,`runs by ${i}`)}
      <${ft} title=${`${k()} by topic and run`} heads=${["topic","median of all runs",...c.map($=>u.runs[$].name)]}
        rows=${()=>l.map($=>[u.topics[$].id,gt(St(e,$)),...c.map(_=>H(e,$,_))])} />`}}function Us(t){let e=nt(),n=q().map(i=>{let a=e.map(d=>H(t,i,d)),[l,c]=[.25,
.75].map(d=>vt(a,d));return{topic:i,low:l,high:c,spread:l===null||c===null?0:c-l}});if(!n.length||e.length<2)return null;let o=n.reduce((i,a)=>a.spread>i.spread?
a:i),{digits:s}=u.measures[t],{title:r}=u.topics[o.topic];return o.spread>0&&rt("Runs differ most on topic ",U("topic",o.topic),r&&` (${r})`,`: the middle half \
of them has ${k(t)} from ${v(o.low,s)} to ${v(o.high,s)}.`)}function Vs(){let{measure:t,heat:e,topics_by:n,runs_by:o,filter:s,only:r,subset:i,colour:a}=g,[l,c]=T(
null),d=I(()=>qs(c),[t,e,n,o,s,r,i,a]),p=u.topics.some($=>$.relevant!==null),f=$=>Object.entries($).filter(([_])=>_!=="relevant"||p).map(([_,[b]])=>[_,b]),m=I(()=>Us(
t),[t,i,s,r]);return h`${m}<${ut}><${ct} words="Topics by" name="topics_by" options=${f(Ln)} />
      <${ct} words="Runs by" name="runs_by" options=${f(Rn)} />
      <${ct} words="Cells show" name="heat" options=${[["","values"],["residual","values minus the topic's median"]]} /><//>
    ${d?h`${d.above}<${Xo} figure=${d.figure} /><p class="readout">${l&&l.figure===d.figure?h`<b>${ur(t,l.topic,l.run)}</b> · topic ${U("topic",l.topic)} · run ${U(
"run",l.run)}`:"Click a cell, or move with the arrow keys, to see which it is."}</p>${d.below}`:R("No run is left by the filter, or no topic is in the subset")}`}
it({id:"heatmap",title:"Topics and runs",order:30,there:()=>u.runs.length>1&&u.topics.length>1},Vs);var dr=[{sign:"†",says:"does not answer exactly the judged topics",of:({missing:t,left_out:e,extra:n})=>[[t,"missing"],[e,"left out"],[n,"ignored"]].filter(([
o])=>o.length).map(([o,s])=>`${o.length} ${s}`).join(", ")},{sign:"‡",says:"has documents that share their score with another of the same topic",of:({tied:t})=>t?
`${v(t,0)} tied`:""},{sign:"§",says:"was repaired before the evaluation, lines changed",of:({repairs:t})=>Object.entries(t).map(([e,n])=>`${e}: ${n}`).join(", ")}],
zs=40,Gs="The standard error that the sample of judgments leaves";function Ks(t,e){let n=_t(),o=lt(t),s=Yt(o),r=s?" of mean":"",i=Bt(),[a,...l]=Jt(({run:p})=>p,
Xs),c=Object.entries({...g.subset&&{"all topics":[...u.topics.keys()]},...u.subsets}).filter(([p])=>p!==g.subset);return[a,e&&{name:`${zt()} interval${r}`,key:"\
interval",value:({mean:p})=>p,cell:({run:p,mean:f,low:m,high:$,error:_})=>typeof m!="number"?"–":h`<${Jo} axis=${e} value=${f} low=${m} high=${$} error=${_} width=${Qe()} colour=${n.
ofRun(p)} />`,under:h`<span class="ends" style="width:${Qe()}px"><span>${e.low}</span><span>${e.high}</span></span>`},...l.map(p=>({...p,key:p.name,rare:i})),{name:"\
rank",key:"rank",rare:i,kind:"begins",rising:!0,digits:0,value:({rank:p})=>p},...P(u.measures.length,p=>Number(i&&p===t)).map(p=>({...Js(p,p===t),key:u.measures[p].
label})),...c.map(p=>Ys(t,p)),s&&{name:"mean",kind:"begins",value:({mean:p})=>p},...o?[{name:`ranks${r}`,key:"ranks",kind:"begins",rising:!0,help:u.words.ranks.
text,value:({rankLow:p,rankHigh:f})=>p+f/1e4,cell:({rankLow:p,rankHigh:f})=>p===f?`${p}`:`${p}–${f}`},...o.letters?[{name:"letters",key:"letters",rare:!0,text:!0,
help:`Runs that share one are ${u.words.pairs.not_shown} than each other`,value:p=>p.position,cell:p=>p.letters}]:[]]:[]].filter(Boolean)}function pr({key:t,rare:e}){
return!t||!!e===g.columns.includes(t)}function Ys(t,[e,n]){let{digits:o,lower_is_better:s}=u.measures[t];return{name:`${k(t)}: ${e}`,key:`subset ${e}`,rare:!0,rising:s,
digits:o,help:`${k(t)} over the ${y(n.length,"topic")} of the subset ${e}`,value:({run:r})=>tt(t,r,n)}}function Js(t,e){let{label:n,digits:o,lower_is_better:s}=u.
measures[t],r=u.runs.map((d,p)=>tt(t,p)),i=r.filter(d=>d!==null),[a,l]=[Math.min(...i),Math.max(...i)],c=o&&a<l?s?a:l:null;return{name:n,rising:s,kind:e?"by":"",
value:({run:d})=>r[d],clicked:e?void 0:()=>{F({measure:t,sort:""},{section:"leaderboard"}),J(`Leaderboard by ${n}`)},cell:({run:d})=>{let[p,f]=[r[d],g.subset?null:
u.errors[t][d]],m=p!==null&&p===c?h`<strong>${v(p,o)}</strong>`:v(p,o);return f===null?m:[m,h`<span class="caption" title=${Gs}> ± ${v(f,o)}</span>`]}}}function Xs(t){
return dr.filter(({of:e})=>e(u.runs[t])).map(({sign:e,of:n})=>h`<sup title=${n(u.runs[t])}>${e}</sup>`)}function Qs(){return dr.flatMap(({sign:t,says:e,of:n})=>{
let o=u.runs.filter(i=>n(i)),s=o.slice(0,5).map((i,a)=>[a?", ":"",L(i.name),` (${n(i)})`]),r=o.length>5?` and ${o.length-5} more`:"";return o.length?[[`${t} ${e}\
: `,...s.flat(),r]]:[]})}function Zs(t,e){let n=lt(t),o=k(t),{summary:s,lower_is_better:r}=u.measures[t],i=!n&&!u.not_compared&&!e&&!g.subset,a=n?n.notes:[`${o}\
: ${s} over topics; ${kt()}`,g.subset?h`<strong>${ne(o)}</strong>`:ne(o)],l=[[!n&&e,`interval: ${u.measures[t].interval}`],[i,`there are no intervals: ${o} is n\
o mean, or not all runs have the same topics`],[Yt(n),`rank, ${o}: ${s} over the topics of each run; everything else is of the mean`],[!n&&r,`${o}: less is bett\
er`],[!g.subset&&u.errors[t].some(c=>c!==null),`±, and the thick part of intervals: the standard error that the sample of judgments leaves in ${o} on these top\
ics; intervals hold it and that of the topics`],[u.runs.length>1,"bold: the best value of each measure, counts aside"]];return[...a,...l.filter(([c])=>c).map(([
,c])=>c),...Qs(),...u.refused?[["refused and not listed: ",h`<a href="#about">${y(u.refused,"run")}</a>`]]:[]]}var ti=t=>t[0].toUpperCase()+t.slice(1);function fr(t,e){
let{summary:n}=u.measures[t],o=lt(t);return[`${ti(n)} over ${y(q().length,"topic")}${at()}`,e&&u.measures[t].interval,o&&`ranks: ${zt()} confidence`].filter(Boolean).
join("; ")}function ei({rows:t,axis:e,group:n}){let o=_t(),s=t.filter(({low:$})=>typeof $=="number"),r=s.filter(({run:$})=>n?.runs.has($)).map(({run:$})=>$),i=new Map(
[...s].reverse().map(({run:$})=>[o.ofRun($),$])),a=s.length<=zs,l=new Set([...i.values(),r[0],r[r.length-1],g.run,g.other,g.against]),c=a?18:7,d=8+c*s.length,[p,
f]=[190,Qe()],m=0;return h`<svg class="figure" role="img" aria-label="Leaderboard by ${k()}. ${y(s.length,"run")} with their intervals." viewBox=${`0 0 ${p+f+70}\
 ${d+24}`}>
    ${e.ticks.map($=>h`<path class="grid" d=${`M${p+e($)} 0V${d}`} /><text class="tick" text-anchor="middle" x=${p+e($)} y=${d+16}>${$}</text>`)}
    <path class="near-band" d=${s.map(({run:$},_)=>r.includes($)?`M0 ${8+c*_}H${p+f+70}v${c}H0z`:"").join("")} />
    ${s.map(({run:$,mean:_,low:b,high:x},M)=>{let S=8+c*(M+.5),[N,D,Q]=[_,b,x].map(X=>p+e.clamped(X)),W=a||l.has($)&&S>=m;return W&&(m=S+12),h`<path d=${`M${D} ${S}\
H${Q}`} stroke=${o.ofRun($)} stroke-width="1.4" /><circle cx=${N} cy=${S} r=${a?3.5:2.4} fill=${o.ofRun($)} />
        ${W&&h`<text x=${p-10} y=${S+4} text-anchor="end">${ht(u.runs[$].name)}</text>
          <text x=${p+f+10} y=${S+4}>${v(_,u.measures[g.measure].digits)}</text>`}`})}</svg>`}function ni({rows:t,axis:e,group:n,note:o}){let[s,r]=T(!1);return h`<div class="picture" aria-hidden="true" onfill=${()=>r(
!0)}>${s&&h`
    <${ei} rows=${[...t].sort((i,a)=>Number(i.rank)-Number(a.rank))} axis=${e} group=${n} /><p class="caption">${o}</p>`}</div>`}function Qe(){if(Bt())return 64;
let t=u.measures.length+Jt().length-9;return window.innerWidth<1e3?128:Math.min(320,Math.max(180,320-35*t))}function oi(t,e){let n=e.filter(({low:a})=>a!=null);
if(!n.length)return null;let[o,s]=wt(t),[r,i]=[Math.max(o,Math.min(...n.map(({low:a})=>a))),Math.min(s,Math.max(...n.map(({high:a})=>a)))];return Rt(r,i>r?i:r+1,
4,Qe()-4,5)}function ri(){let t=we().map(e=>({name:e,values:Dt(e)})).filter(({values:e})=>e.length>1);return t.length?h`<details class="data" name="choice"><summary>Choose ${t.
map(({name:e})=>e==="group"?"groups":e).join(", ")}</summary>
    <div class="panel">${t.map(({name:e,values:n})=>{let o=s=>s.startsWith(`${e}:`);return h`<${ge} title=${e==="group"?"Groups":e} items=${n.map(s=>({key:`${e}\
:${s}`,name:s}))}
        checked=${g.only.filter(o)} changed=${s=>{F({only:[...g.only.filter(r=>!o(r)),...s].sort()})}} />`})}</div></details>`:null}function si({columns:t}){let e=t.
filter(({key:o})=>o),n=o=>{let s=e.filter(({key:r,rare:i})=>o.has(r)===!!i).map(({key:r})=>String(r));F({columns:[...g.columns.filter(r=>!e.some(i=>i.key===r)),
...s].sort()})};return h`<details class="data" name="choice"><summary>Choose columns</summary>
    <div class="panel"><${ge} title="Columns" items=${e} checked=${e.filter(pr).map(({key:o})=>o)} changed=${n} /></div></details>`}function ii(t){let e=t.findIndex(
({name:s})=>s===g.sort.replace(/^-/,""));if(e>=0)return{column:e,ascending:!g.sort.startsWith("-")};let n=t.findIndex(({kind:s})=>s&&s.split(" ").includes("by")),
o=n>=0?n:t.findIndex(({name:s})=>s==="rank");return{column:o,ascending:!!t[o].rising}}function ai(){let[t,e]=T(""),n=$t(null);return et(()=>{let o=n.current.nextElementSibling,
s=()=>{let{right:i}=o.getBoundingClientRect(),a=[...o.querySelectorAll("thead th")].filter(l=>l.getBoundingClientRect().right>i+8);o.classList.toggle("cut",a.length>
0),e(a.map(l=>l.querySelector("button").textContent).join(", "))};o.addEventListener("scroll",s,{passive:!0});let r=new ResizeObserver(s);for(let i of[o,o.firstChild])
r.observe(i)},[]),h`<p class="caption more" hidden=${!t} ref=${n}>Further to the right: ${t} →</p>`}function li({measure:t}){let e=Lo(t),n=e.filter(({run:m})=>Ot(
m)),o=oi(t,e),s=Ks(t,o),r=_t(),i=s.filter(pr),a=Ro(t),l=[{d:"M1 0h14v12h-14z",class:"near-band"},a&&a.run>=0?`are not shown to differ from ${u.runs[a.run].name}`:
u.words.best.not_shown],c=u.runs.map(m=>m.averaged),[d,p]=[Math.min(...c),Math.max(...c)],f=`${n.length.toLocaleString("en")} of ${y(e.length,"run")}`;return et(
()=>J(f),[g.filter,g.only]),h`
    ${d<p&&h`<p class="warning">Averaged over ${y(d,"topic",p)}: the runs are not comparable.</p>`}
    <${ut}>
      ${e.length>1&&h`<${me} words="Filter by run or group" value=${g.filter} changed=${m=>F({filter:m},{again:!0})} />`}
      ${u.boards.length>0&&h`<${ct} words="Shade runs that" name="against" options=${[[-1,u.words.best.not_shown],...pe().map(([m,$])=>[m,`are not shown to diff\
er from ${$}`])]} />`}
      ${we().length>1&&h`<${ct} words="Colour by" name="colour" options=${we().map(m=>[m,m])} value=${r.name} />`}
      <span class="caption" hidden=${n.length===e.length}>${f}</span><${ri} /><${si} columns=${s} />
    <//>
    <${mt} listed=${[...o?Ht(r):[],...a?[l]:[]]} />
    ${o&&h`<${ni} rows=${n} axis=${o} group=${a} note=${fr(t,!0)} />`}
    <${ai} />
    <${jt} columns=${i} rows=${n} sorted=${ii(i)} kind="frozen" most=${60} empty="No run has these words."
      title="Leaderboard by ${k()}${g.subset&&`, ${y(q().length,"topic")}${at()}`}"
      sortedBy=${({name:m},$)=>F({sort:`${$?"":"-"}${m}`},{section:"leaderboard"})}
      rowAttributes=${({run:m})=>({key:m,class:a&&a.runs.has(m)?m===a.run?"near reference":"near":null})} />
    <p class="caption">${fr(t,!!o)}.</p>
    ${a&&h`<p class="caption">${Bo(a)}.</p>`}
    <details class="data"><summary>How this was computed</summary><ul class="notes">${Zs(t,o).map(m=>h`<li>${m}</li>`)}</ul></details>`}it({id:"leaderboard",title:"\
Leaderboard",order:10},()=>{let{measure:t,filter:e,only:n,against:o,columns:s,sort:r,subset:i,colour:a}=g;return I(()=>h`<${li} measure=${t} />`,[t,e,n,o,s,r,i,
a])});var Bn=["auto","light","dark"];function ci(){let t=ot("theme"),e=0;t.hidden=!1,t.addEventListener("click",()=>{e=(e+1)%Bn.length,document.documentElement.dataset.
theme=Bn[e],t.textContent=`Theme: ${Bn[e]}`})}function hr(t,e=()=>{}){document.addEventListener("unpacked",n=>{ci();for(let o of document.querySelectorAll(".ver\
dict, nav ul"))he(o,"a");t(n.detail),document.documentElement.dataset.ready="yes",e()},{once:!0})}var[mr,$r]=["var(--hue-0)","var(--hue-1)"];function ui(t,e,n){let{digits:o}=u.measures[t];return q().map(s=>({topic:s,row:u.values[t][s]})).filter(({row:s})=>s[e]!==
null&&s[n]!==null).map(({topic:s,row:r})=>({topic:s,difference:(Number(r[e])-Number(r[n]))/(o?u.unit:1)}))}function fi(t,e,n){let o=n.reduce((r,i)=>r+i,0)/n.length,
s=n.reduce((r,i)=>r+(i-o)**2,0);return It(t)||s<1e-12?0:e.quantile*Math.sqrt(s/(n.length-1)/n.length)}function di(t,e,n,o){let s=o.filter(({difference:_})=>E(t,
_)>0).length,r=o.filter(({difference:_})=>E(t,_)<0).length,i=[e,n].map(_=>Number(ee(t,_,o.map(({topic:b})=>b)))),a=lt(t),[l,c,d]=a?[a.p,a.corrected,a.errors].map(
_=>bn(a,e,n,_)):[null,null,null],p=a&&fi(t,a,o.map(({difference:_})=>_)),f=[...a&&l!==null&&c!==null?[["p of this pair",He(l)],[`p among all ${a.corrected.length.
toLocaleString("en")} pairs`,He(c)]]:[],...d===null?[]:[["standard error of the sample",v(d)]]],m=[It(t)?"geometric mean":"mean","difference",...p?[`${zt()} int\
erval`]:[],"topics won","topics tied",...f.map(([_])=>_)],$=(_,b,x,M)=>[U("run",_),v(b),yt(b-x),...p?[[-p,p].map(S=>yt(b-x+S)).join(" to ")]:[],v(M,0),v(o.length-
s-r,0),...f.map(([,S])=>S)];return h`<${bt} title="${k(t)} of both runs over ${y(o.length,"topic")}" few=${!0}
    heads=${[["run","text"],...m.map(_=>[_,"number"])]} rows=${[$(e,i[0],i[1],s),$(n,i[1],i[0],r)]} />`}function pi(t,e,n,o){let s=o.filter(({difference:d})=>E(
t,d)>0).length,r=o.filter(({difference:d})=>E(t,d)<0).length,[i,a]=[e,n].map(d=>Number(ee(t,d,o.map(({topic:p})=>p)))),l=lt(t),c=l&&bn(l,e,n,l.p);return rt(L(u.
runs[e].name)," is better than ",L(u.runs[n].name),` on ${v(s,0)} of ${y(o.length,"topic")}, worse on ${v(r,0)}; `,`the ${It(t)?"geometric means":"means"} diffe\
r by ${yt(i-a)}${c===null?"":` (p of this pair ${He(c)})`}.`)}function gr(t,e,n,o){let[s,r]=[e,n].map(i=>G(ht(u.runs[i].name,o)));return re("difference",{measure:k(
t),run:s,other:r})}function hi(t,e,n,o){let{digits:s,lower_is_better:r}=u.measures[t],i=gr(t,e,n,20),a=Math.max(...o.map(({difference:f})=>Math.abs(f)))||1,[l,c]=de(
-a,a,7),d=Math.max(0,Math.ceil(-Math.log10(c-l)-1e-9)),p=(f,m)=>`${G(u.runs[f].name)} ${v(H(t,m,f),s)}`;return{title:i.title,description:`Bars ${r?"below zero a\
re gains, bars above":"above zero are gains, bars below"} are losses.`,axis:{label:i.x,low:-a,high:a,most:7,words:f=>yt(f,d)},height:318,marks:[{kind:"bar",of:f=>o[f].
difference?[0,o[f].difference]:null,colour:f=>E(t,o[f].difference)>0?mr:$r}],lines:[[0,"axis"]],share:{screen:.66,paper:.62},...Kt(o,({topic:f,difference:m})=>`${p(
e,f)}
${p(n,f)}
difference ${yt(m,s)}`)}}function mi(t,e,n,o){let{digits:s}=u.measures[t],[r,i]=wt(t),a=c=>({label:`${k(t)} of ${G(ht(u.runs[c].name,20))}`,low:r,high:i}),l=c=>[
n,e].map(d=>Number(H(t,c,d)));return{title:`${k(t)} of both runs on ${y(o.length,"topic")}`,description:"On the diagonal both are equal.",x:a(n),y:a(e),points:o.
map(({topic:c,difference:d})=>({at:l(c),class:E(t,d)>0?"gain":E(t,d)<0?"loss":"dot"})),...Kt(o,({topic:c,difference:d})=>`${l(c).map(p=>v(p,s)).reverse().join("\
 and ")}
difference ${yt(d,s)}`),share:{screen:.34,paper:.37}}}function $i(t,e){return t?`${t.test}, two-sided; p of this pair: by itself, for two runs chosen beforehand\
; p among all pairs: corrected together; ${t.over.join("; ")}`:!g.subset&&ne(k(e))}function gi(t,e,n){let o=ui(t,e,n);if(e===n||!o.length)return h`<p>${e===n?"C\
hoose two different runs.":"No topic was evaluated for both runs."}</p>`;let s=g.pair_by==="topic"?o:P(o.length,c=>E(t,o[c].difference)).map(c=>o[c]),[r,i]=[e,n].
map(c=>G(ht(u.runs[c].name,40))),a=lt(t),l=(c,d)=>[{fill:c,d:"M3 0h10v12h-10z"},d];return h`${pi(t,e,n,o)}${di(t,e,n,o)}
    ${!a&&g.subset&&h`<p class="warning">${ne(k(t))}</p>`}
    <${mt} listed=${[l(mr,`above zero: ${r} is better`),l($r,`below zero: ${i} is better`)]} />
    <div class="aside"><div><${Wt} figure=${hi(t,e,n,s)} /></div><div><${Zo} figure=${mi(t,e,n,s)} /></div></div>
    ${R(gr(t,e,n,40).x,`${y(o.length,"topic")}${at()} that both were evaluated on`,u.dialect&&`dialect ${u.dialect}`,"tied: equal in all decimals shown",$i(a,t))}
    <${ft} title="${k(t)} of both runs" heads=${["topic",u.runs[e].name,u.runs[n].name,"difference"]}
      rows=${()=>s.map(({topic:c,difference:d})=>[u.topics[c].id,...[e,n].map(p=>H(t,c,p)),d])} />`}it({id:"pair",title:"Two runs",order:40,there:()=>u.runs.length>
1},()=>{let{measure:t,run:e,other:n,subset:o,pair_by:s}=g,r=I(()=>gi(t,e,n),[t,e,n,o,s]),i=()=>{F({run:n,other:e}),J(`${u.runs[n].name} compared with ${u.runs[e].
name}`)};return h`<${ut}><${ct} words="Run" name="run" options=${pe()} />
      <${ct} words="Compared with" name="other" options=${pe()} /><${Z} pressed=${i}>Swap<//>
      <${ct} words="Topics by" name="pair_by" options=${[["gain","difference, largest gain first"],["topic","topic"]]} /><//>
    <div>${r}</div>`});function br(t,e,n){return{value:e[n],rank:Fe(t,e,n),...We(t,e)}}it({id:"participants",title:"One run",order:90},()=>{let{run:t,measure:e,subset:n}=g,[o,s]=T(""),
r=p=>[...u.runs.keys()].filter(f=>!p||u.runs[f].group===p);r(o).includes(t)||s("");let i=Dt("group"),a=p=>{s(p),r(p).includes(t)||F({run:r(p)[0]})},c=[[bi,e,n],
[vi,e,n],[Mi,e,n],[ki,e,n],[Oi,n],[Ci],[Ai,n],[Ti]].map(([p,...f])=>I(()=>{let m=p(t,e);return m&&h`<div>${m}</div>`},[t,...f])),d=c.slice(1,-1).filter(Boolean);
return h`<${ut}>
      ${i.length>0&&h`<${oe} words="Group" value=${o} changed=${a} options=${[["","all groups"],...i.map(p=>[p,p])]} />`}
      <${oe} words="Run" options=${r(o).map(p=>[p,u.runs[p].name])} value=${t}
        changed=${p=>F({run:Number(p)})} /><//>
    ${c[0]}${d.map((p,f)=>f%2===0&&h`<div class=${`halves${f?"":" tables"}`}>${d.slice(f,f+2)}</div>`)}${c[7]}`});function _i(t){let{measure:e}=g,{digits:n}=u.measures[e],
o=u.runs.map((a,l)=>tt(e,l)),s=Ze(t,e),r=s.filter(({difference:a})=>E(e,a)>0).length,i=`: ${k(e)} ${v(o[t],n)}`;return u.runs.length===1?rt(L(u.runs[t].name),i,
` over ${y(s.length,"topic")}.`):rt(L(u.runs[t].name),i,`, rank ${Fe(e,o,t)}; better than the median of all runs on ${v(r,0)} of ${y(s.length,"topic")}.`)}function bi(t){
let{name:e,group:n,retrieved:o,averaged:s}=u.runs[t],r=[...u.runs.keys()].filter(i=>n&&i!==t&&u.runs[i].group===n);return h`${_i(t)}<h3>${L(e,1/0)}</h3>
    <p class="facts">${ve().filter(i=>xt(i,t)).map(i=>h`${i} ${L(xt(i,t))} · `)}${y(o,"document")} retrieved · ${y(s,"topic")} evaluated${r.length>0&&h` · other runs of the group: ${r.
map((i,a)=>h`${a>0&&", "}${U("run",i)}`)}`}</p>`}function vi(t,e){if(u.runs.length===1)return wi();let n=u.measures.map(({digits:o},s)=>{let{value:r,rank:i,best:a,
bestRun:l,median:c,worst:d}=br(s,u.runs.map((p,f)=>tt(s,f)),t);return[k(s)+(s===e?" (chosen)":""),v(r,o),i,v(a,o),U("run",l),v(c,o),v(d,o)]});return h`<h3>By every measure</h3><${bt} title="The run by every measure" rows=${n} heads=${[
["measure","text"],["value","number"],["rank","number"],["best","number"],["best run","text"],["median","number"],["worst","number"]]} />
    ${R("Best, median and worst of all runs; equal values share the best of their ranks",kt(!1))}`}function wi(){let t=g.subset?[]:u.intervals,e=o=>o?`${v(o.low[0])}\
 to ${v(o.high[0])}`:"–",n=u.measures.map(({digits:o},s)=>[k(s),v(tt(s,0),o),...t.some(Boolean)?[e(t[s])]:[]]);return h`<h3>By every measure</h3><${bt} title="Means" few=${!0} rows=${n}
      heads=${[["measure","text"],["value","number"],...t.some(Boolean)?[[`${zt()} interval`,"number"]]:[]]} />
    ${R(...t.some(Boolean)?yi():[],kt(!1))}`}function yi(){let t=new Map;return u.intervals.forEach((e,n)=>{let o=u.measures[n].interval;e&&t.set(o,[...t.get(o)||
[],k(n)])}),[...t].map(([e,n])=>`${n.join(", ")}: ${e}`)}function xi(t){let{digits:e}=u.measures[t],n=Ze(0,t).sort((i,a)=>E(t,Number(a.value)-Number(i.value))||
i.topic-a.topic),[o,s]=wt(t),r={title:`${k(t)} on ${y(n.length,"topic")}`,description:"A bar a topic, the best first.",axis:{label:k(t),low:o,high:s},height:260,
share:{screen:.5},marks:[{kind:"bar",of:i=>[0,n[i].value],colour:()=>"var(--hue-0)"}],lines:[[0,"axis"]],...Kt(n,({value:i})=>`${k(t)} ${v(i,e)}`)};return h`<h3>${k(
t)} by topic</h3><${Wt} figure=${r} />${R("The best topic first",kt(!1))}
    <${ft} title="${k(t)} by topic" heads=${["topic","value"]} rows=${()=>n.map(({topic:i,value:a})=>[u.topics[i].id,v(a,e)])} />`}function Ze(t,e){return q().map(
n=>({topic:n,...br(e,St(e,n),t)})).filter(({value:n})=>n!==null).map(n=>({...n,difference:Number(n.value)-Number(n.median)})).sort((n,o)=>E(e,o.difference-n.difference)||
n.topic-o.topic)}function ki(t,e){let{digits:n,lower_is_better:o}=u.measures[e],s=Ze(t,e);if(!s.length)return h`<p>The run was not evaluated on any topic.</p>`;
if(u.runs.length===1)return xi(e);let r=k(e),i=s.filter(({difference:$})=>E(e,$)<0),a=s.filter(({difference:$})=>E(e,$)>0),[l,c]=o?["below","above"]:["above","b\
elow"],d=$=>v($,n),[p,f]=wt(e),m={title:`${r} of the run on ${y(s.length,"topic")}`,description:"Between the worst and the best run of each topic, with the medi\
an.",axis:{label:r,low:p,high:f},height:260,share:{screen:.5},marks:[{kind:"bar",class:"reach",half:6,of:$=>[s[$].worst,s[$].best]},{kind:"tick",half:6,of:$=>s[$].
median},{kind:"point",of:$=>s[$].value}],...Kt(s,({value:$,rank:_,best:b,bestRun:x,median:M,worst:S,difference:N})=>`the run ${d($)}, rank ${_}
median ${d(M)}, difference ${yt(N,n)}
best ${d(b)}: ${G(u.runs[x].name)}
worst ${d(S)}`)};return h`<h3>${r} by topic</h3>
    <${mt} listed=${[[{d:"M8 1a5 5 0 1 0 .1 0z",class:"own"},"the run"],[{d:"M2 6H14",class:"median"},"median of all runs"],[{d:"M5 0h6v12h-6z",class:"reach"},"\
from the worst to the best run"]]} />
    <${Wt} figure=${m} />
    ${R("Topics by the difference to the median, the largest gain first",`${l} the median on ${v(a.length,0)} and ${c} it on ${v(i.length,0)} of ${y(s.length,"t\
opic")}`,kt(!1))}
    <${ft} title="${r} of the run by topic" heads=${["topic","value","rank","best","median","worst","difference to the median"]}
      rows=${()=>s.map(({topic:$,value:_,rank:b,best:x,median:M,worst:S,difference:N})=>[u.topics[$].id,d(_),b,d(x),d(M),d(S),yt(N,n)])} />`}function Mi(t,e){let{
digits:n,lower_is_better:o}=u.measures[e],s=Ze(t,e).filter(({difference:a})=>E(e,a)<0).reverse().slice(0,10),r=o?"above":"below";if(u.runs.length===1)return null;
if(!s.length)return h`<p>The run is ${r} the median on no topic.</p>`;let i=s.some(({topic:a})=>u.topics[a].title);return h`<h3>Furthest ${r} the median</h3>
    <${bt} title="Topics furthest ${r} the median by ${k(e)}" heads=${[["topic","text"],...i?[["title","text"]]:[],["value","number"],["median","number"],["diff\
erence","number"],["rank","number"]]}
      rows=${s.map(({topic:a,value:l,median:c,difference:d,rank:p})=>[U("topic",a),...i?[L(u.topics[a].title||"–",40)]:[],v(l,n),v(c,n),yt(d,n),p])} />`}var _r=[
["var(--hue-0)",""],["var(--hue-1)","M0 3H6"],["var(--hue-4)","M0 0L6 6M0 6L6 0"]];function Si(t){let{measure:e,perfect:n,missed:o,unjudged:s}=u.losses;return q().
flatMap(r=>{let i=u.values[e][r][t],a=o[r][t];if(i===null||a===null)return[];let l=n[r]-i,c=[a,l-a-s[r][t],s[r][t]];return[{topic:r,value:i/u.unit,total:l/u.unit,
parts:c.map(d=>d/u.unit)}]})}function In(t){return v(t!==null&&Math.abs(t)<5e-4?0:t,3)}function Oi(t){let e=h`<h3>Where the loss comes from</h3>`;if(!u.losses)return h`${e}<p>Not known: losses are computed from the runs themselves, which results do not have, by a measure with a perfect value.</p>`;
let n=Si(t).sort((l,c)=>c.total-l.total||l.topic-c.topic);if(!n.length)return h`${e}<p>The run was not evaluated on any topic.</p>`;let{parts:o,measure:s}=u.losses,
r=k(s),i=Number(Vt(n.map(l=>l.total))),a=[...o.map((l,c)=>Number(Vt(n.map(d=>d.parts[c])))),i];return h`${e}
    <${bt} title="The mean loss in ${r} and its parts" few=${!0} heads=${[["part","text"],["loss","number"],["share","number"]]}
      rows=${a.map((l,c)=>[o[c]||"all",v(l,3),i>0?Pt(l/i):"–"])} />
    <${mt} listed=${o.map((l,c)=>[{d:"M0 0H16V12H0Z",fill:`url(#loss-${c})`},l])} />
    <${Wt} figure=${ji(r,n)} />
    ${R(`Loss in ${r} against a perfect ranking, over ${y(n.length,"topic")}${at()}, the largest first; it does not follow the measure chosen above`,"missed: re\
levant documents that the run does not retrieve","ranked low: relevant documents below non-relevant ones","unjudged on top: unjudged documents above judged ones",
"the parts add up to the loss",n.some(l=>l.parts.some(c=>c<-5e-4))&&"parts below 0 are not drawn")}
    <${ft} title="Losses in ${r}" heads=${["topic",r,"loss",...o]} rows=${()=>n.map(({topic:l,value:c,total:d,parts:p})=>[u.topics[l].id,v(c),...[d,...p].map(In)])} />`}
function ji(t,e){let{parts:n}=u.losses,o=(s,r)=>e[s].parts.slice(0,r).reduce((i,a)=>i+Math.max(0,a),0);return{title:`Loss in ${t} on ${y(e.length,"topic")}`,description:"\
Each bar is divided into what is missed, ranked low, and unjudged on top.",share:{screen:.5},axis:{label:"loss",low:0,high:Math.max(...e.map(({total:s})=>s),.01)},
marks:_r.map((s,r)=>({kind:"bar",colour:()=>`url(#loss-${r})`,of:i=>e[i].parts[r]>0?[o(i,r),o(i,r+1)]:null})),defs:_r.map(([s,r],i)=>h`<pattern id="loss-${i}" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0 0H6V6H0Z" fill=${s} />
      <path d=${r} stroke="var(--ground)" stroke-width="1.4" fill="none" /></pattern>`),...Kt(e,({value:s,total:r,parts:i})=>[`${t} ${v(s)}, loss ${In(r)}`,...n.
map((a,l)=>`${a} ${In(i[l])}`)].join(`
`))}}function Ci(t){if(u.runs.length===1)return null;let e=h`<h3>Relevant documents missed that others rank high</h3>`;if(!u.missed)return h`${e}<p>Not known: results do not have the documents of the runs.</p>`;
let n=u.runs.length-1,o=u.missed[t].map(([s,r,i,a,l,c])=>[U("topic",s),Je(r),Ye(i),a===null?"–":v(a,0),`${l} of ${n}`,String(c)]);return o.length?h`${e}
    <${bt} title="Relevant documents missed" rows=${o} heads=${[["topic","text"],["document","prose"],["judgment","text"],["own rank","number"],["others","numbe\
r"],["best rank","number"]]} />
    ${R("Not retrieved (–), or beyond rank 100; others: how many of the other runs have the document within rank 10","the ten that most others have, over all \
topics","best rank: the highest in any other run")}`:h`${e}<p>${n?"None: what other runs have within rank 10, this run has within rank 100.":"There is no other \
run."}</p>`}function Ni(t){let{topics:e}=u.first;return q().flatMap(n=>e[n].runs[t].map((o,s)=>({topic:n,doc:e[n].docs[o],grade:e[n].grades[o],rank:s+1,others:En(
n)[o]-1}))).filter(({grade:n})=>n>=0&&n<Number(u.relevance_level)).sort((n,o)=>n.rank-o.rank||n.others-o.others||n.topic-o.topic)}function Ai(t){let e=h`<h3>Non-relevant documents ranked first</h3>`;
if(!u.first)return h`${e}<p>Not known: results do not have the documents of the runs.</p>`;let{depth:n}=u.first,o=Ni(t);if(!o.length)return h`${e}<p>None within rank ${n} of any topic.</p>`;
let s=(r,i=o.length)=>h`<${bt} title=${r} heads=${[["topic","text"],["document","prose"],["rank","number"],["judgment","text"],...u.runs.length>1?[["others","nu\
mber"]]:[]]} rows=${o.slice(0,i).map(({topic:a,doc:l,rank:c,grade:d,others:p})=>[U("topic",a),Je(l),String(c),Ye(d),...u.runs.length>1?[`${p} of ${u.runs.length-
1}`]:[]])} />`;return h`${e}${s("Non-relevant documents ranked first",10)}
    ${o.length>10&&h`<${xn} words="All ${v(o.length,0)} non-relevant documents" make=${()=>s("All non-relevant documents")} />`}
    ${R(`Judged not relevant, within rank ${n}${g.subset&&" of a topic"}${at()}; the first ranks first`,u.runs.length>1&&`others: how many of the other runs hav\
e the document within rank ${n}`)}`}function Ti(t){let e=u.runs[t],{unjudged:n}=u,o=Sn.filter(({of:r})=>r(e)).map(({name:r,cell:i})=>[r,i(e)]);for(let[r,i]of Object.
entries({missing:e.missing,"left out":e.left_out,"without judgments":e.extra}))i.length&&o.push([`the topics ${r}`,h`<bdi>${i.join(", ")}</bdi>`]);let s=n?[["un\
judged",n.cutoffs.map((r,i)=>`${Pt(ze(t,i))} of the first ${r}`).join(", ")]]:[];return h`<h3>What was noticed</h3>
    <dl class="known">${[...s,...o].map(([r,i])=>h`<dt>${r}</dt><dd>${i}</dd>`)}</dl>
    ${!o.length&&h`<p>No ties, repairs, findings or warnings; the run answers exactly the judged topics.</p>`}`}function Ei(t){let e=t.cloneNode(!0);for(let o of e.querySelectorAll("sup, svg, .ends"))o.remove();for(let o of e.querySelectorAll("bdi.name[title]"))o.textContent=
o.getAttribute("title");let n=(e.textContent||"").trim().replace(/\s+/g," ");return n==="–"?"":n.replace(/^−(?=[\d.])/,"-")}async function vr(t){return t.dispatchEvent(
new Event("whole")),await null,[...t.rows].map(e=>[...e.cells].map(Ei))}var xr=t=>/^[-+]?\d[\d,]*(\.\d+)?(e[-+]?\d+)?([ \u00a0]%)?$/.test(t);function wr(t){return/^[=+@\t-]/.
test(t)&&!xr(t)?`'${t}`:t}var Li={TSV:["tsv",t=>t.map(e=>e.map(wr).join("	")).join(`
`)],CSV:["csv",t=>t.map(e=>e.map(wr).map(n=>/[",\n]/.test(n)?`"${n.replaceAll('"','""')}"`:n).join(",")).join(`
`)],Markdown:["md",([t,...e])=>[t,Ri(e,t.length,"---","--:"),...e].map(n=>`| ${n.map(o=>o.replaceAll("\\","\\\\").replaceAll("|","\\|")).join(" | ")} |`).join(`\

`)]};function Ri(t,e,n,o){let s=r=>t.every(i=>!i[r]||xr(i[r]))&&t.some(i=>i[r]);return Array.from({length:e},(r,i)=>s(i)?o:n)}var Bi=["fill","fill-opacity","str\
oke","stroke-width","stroke-dasharray","stroke-linejoin","opacity","font-size","font-family","font-weight","text-anchor","display"];function kr(t){let e=t.cloneNode(
!0),n=[t,...t.querySelectorAll("*")];return[e,...e.querySelectorAll("*")].forEach((o,s)=>{let r=getComputedStyle(n[s]);o.removeAttribute("class"),o.setAttribute(
"style",Bi.map(i=>`${i}:${r.getPropertyValue(i).replaceAll('"',"'")}`).join(";"))}),e}function Mr(t){let e=kr(t),{width:n,height:o}=t.viewBox.baseVal,[s,r,i]=[Pi(
t),Hi(t),Math.max(n,360)];e.querySelectorAll(".mark").forEach($=>$.remove());let{color:a,backgroundColor:l}=getComputedStyle(document.body),c=tn("svg",{xmlns:Sr,
"font-family":"system-ui, 'DejaVu Sans', sans-serif","font-size":12,fill:a}),d=c.appendChild(tn("rect",{fill:l})),p=6,f=($,_={})=>{for(let b of Ii($,i-16))p+=16,
c.appendChild(tn("text",{x:8,y:p,..._})).textContent=b};f(Cr(t),{"font-size":14,"font-weight":600}),p+=8;let m=8;for(let{sign:$,words:_}of s){let b=30+Or(_);m+b>
i&&m>8&&([m,p]=[8,p+18]),c.append(yr($,m,p+2,16,12)),c.appendChild(tn("text",{x:m+20,y:p+12})).textContent=_,m+=b+8}s.length&&(p+=22);for(let $ of Di(t))c.append(
yr($,0,p,$.viewBox.baseVal.width,$.viewBox.baseVal.height)),p+=$.viewBox.baseVal.height+4;for(let[$,_]of Object.entries({x:0,y:p,width:n,height:o}))e.setAttribute(
$,String(_));c.append(e),p+=o,r&&f(r,{"font-size":11});for(let $ of[c,d])for(let[_,b]of Object.entries({width:i,height:p+12}))$.setAttribute(_,String(b));return new XMLSerializer().
serializeToString(c)}var Sr="http://www.w3.org/2000/svg";function tn(t,e){let n=document.createElementNS(Sr,t);for(let[o,s]of Object.entries(e))n.setAttribute(o,
String(s));return n}function yr(t,e,n,o,s){let r=kr(t);r.setAttribute("overflow","visible");for(let[i,a]of Object.entries({x:e,y:n,width:o,height:s}))r.setAttribute(
i,String(a));return r}function Or(t){let e=document.createElement("canvas").getContext("2d");return e.font=`12px ${getComputedStyle(document.body).fontFamily}`,
e.measureText(t).width}function Ii(t,e){let n=[""];for(let o of t.split(" ")){let s=`${n[n.length-1]} ${o}`.trim();Or(s)<=e||!n[n.length-1]?n[n.length-1]=s:n.push(
o)}return n}function jr(t){return t.closest(".aside")||t.closest(".explorable, .picture")||t}function Cr(t){return(t.getAttribute("aria-label")||"").split(". ")[0]}
function Pi(t){let e=[];for(let n=jr(t).previousElementSibling;n&&!n.matches("h3, .figure, .explorable");n=n.previousElementSibling)e.push(...[n,...n.querySelectorAll(
"*")].filter(o=>o.matches("ul.signs")));return e.flatMap(n=>[...n.querySelectorAll("li")]).map(n=>({sign:n.querySelector("svg"),words:(n.textContent||"").trim()}))}
function Di(t){let e=jr(t).previousElementSibling;return e?.matches(".legend")?[...e.querySelectorAll("svg.figure")].map(n=>n):[]}function Hi(t){return([...t.closest(
"section")?.querySelectorAll(".caption:not(.hint)")||[]].find(s=>t.compareDocumentPosition(s)&Node.DOCUMENT_POSITION_FOLLOWING)?.textContent||"").split("; ").slice(
0,3).join("; ").trim()}async function Wi(t){let e=new Image;e.src=`data:image/svg+xml;charset=utf-8,${encodeURIComponent(Mr(t))}`,await e.decode();let{width:n,height:o}=e,
s=Object.assign(document.createElement("canvas"),{width:3*n,height:3*o});return s.getContext("2d").drawImage(e,0,0,3*n,3*o),new Promise(i=>{s.toBlob(a=>i(a),"im\
age/png")})}function Pn(t,e,n){let o=`${t.toLowerCase().replace(/[^\p{L}\p{N}@]+/gu,"-").slice(0,60)}.${e}`,s=Object.assign(document.createElement("a"),{href:URL.
createObjectURL(n),download:o});s.click(),setTimeout(()=>URL.revokeObjectURL(s.href),1e4),J(`${o} saved`)}async function Nr(t,e){try{await navigator.clipboard.writeText(
e)}catch{let n=document.body.appendChild(Object.assign(document.createElement("textarea"),{className:"hidden",value:e}));n.select(),document.execCommand("copy"),
n.remove()}J(`${t} copied`)}function Fi({table:t}){let e=t.caption?.textContent||"";return h`<li>Table: ${e} ${Object.entries(Li).map(([n,[o,s]])=>h`
    <${Z} pressed=${async()=>Nr(n,s(await vr(t)))}>Copy ${n}<//>
    <${Z} pressed=${async()=>Pn(e,o,new Blob([`${s(await vr(t))}
`],{type:"text/plain"}))}>.${o}<//>`)}</li>`}function qi({svg:t}){let e=Cr(t);return h`<li>Figure: ${e} <${Z} pressed=${()=>Pn(e,"svg",new Blob([Mr(t)],{type:"i\
mage/svg+xml"}))}>Save SVG<//>
    <${Z} pressed=${async()=>Pn(e,"png",await Wi(t))}>Save PNG<//></li>`}function Ui({content:t,commandsOf:e}){let[n,o]=T(!1),[,s]=T({}),r=Et("button");et(()=>{
if(!n)return;let a=new MutationObserver(()=>s({}));return a.observe(t,{childList:!0,characterData:!0,attributeFilter:["aria-label"],subtree:!0}),()=>a.disconnect()},
[n]),et(()=>{if(n)for(let a of t.querySelectorAll("details.data, .picture"))a.dispatchEvent(new Event("fill"))});let i=e();return h`<button type="button" aria-expanded=${String(
n)} onClick=${()=>o(!n)}>Copy or save</button>
    <ul class="take" hidden=${!n} ref=${r}>${n&&h`
      ${[...t.querySelectorAll("svg.figure[aria-label]")].filter(a=>!a.closest(".legend")).map(a=>h`<${qi} svg=${a} />`)}
      ${[...t.querySelectorAll("table")].map(a=>h`<${Fi} table=${a} />`)}
      ${i.map(([a,l])=>h`<li>${a}: <code>${l}</code> <${Z} pressed=${()=>Nr("Command",l)}>Copy<//></li>`)}`}</ul>`}function Ar(t,e=()=>[]){let n=Object.assign(document.
createElement("div"),{className:"taking"});t.before(n),qt(h`<${Ui} content=${t} commandsOf=${e} />`,n)}function Vi(t,e){let n=St(t,e),[o,s]=[.25,.75].map(r=>vt(n,r));return{topic:e,...u.topics[e],...We(t,n),spread:o===null||s===null?null:s-o}}function zi(){let{digits:t}=u.
measures[g.measure],e=o=>({name:o,digits:0,value:s=>s[o]}),n=(o,s="")=>({name:o,help:s,digits:t,value:r=>r[o]});return[{name:"topic",text:!0,value:({id:o})=>o,cell:({
topic:o})=>U("topic",o)},...u.topics.some(({title:o})=>o)?[{name:"title",text:!0,value:({title:o})=>o,cell:({title:o})=>o&&L(o,22)}]:[],e("judged"),e("relevant"),
...u.runs.length>1?[n("best"),{name:"best run",text:!0,value:({bestRun:o})=>u.runs[o].name,cell:({bestRun:o})=>U("run",o)},n("median","the worse, the harder the\
 topic"),n("worst"),n("spread","third quartile minus first quartile of all runs")]:[{...n("best"),name:k()}]]}function Gi(t){let e=t.filter(r=>r.median!==null),
n=P(e.length,r=>E(g.measure,e[r].median)).map(r=>e[r]);if(n.length<2)return null;let{digits:o}=u.measures[g.measure],s=r=>[U("topic",r.topic),r.title&&` (${r.title}\
)`,`, ${u.runs.length>1?"median ":""}${k()} ${v(r.median,o)}`];return rt("The hardest topic is ",s(n[n.length-1]),"; the easiest is ",s(n[0]),".")}it({id:"topic\
s",title:"Topics",order:80},()=>{let{measure:t,subset:e}=g,[n,o]=T(""),s=q(),r=I(()=>s.map(l=>Vi(t,l)),[t,e]),i=r.filter(({id:l,title:c,description:d,narrative:p})=>$e(
n,[l,c,d,p])),a=l=>()=>{let c=s.indexOf(g.topic)+(s.includes(g.topic)?l:Math.max(l,0));F({topic:s[(c+s.length)%s.length]}),J(`Topic ${u.topics[g.topic].id}`)};return h`${Gi(
r)}<${ut}><${me} words="Filter topics" value=${n} changed=${o} />
      <${Z} pressed=${a(-1)}>Previous topic<//><${Z} pressed=${a(1)}>Next topic<//><//>
    <div class="halves list"><div><${jt} columns=${zi()} rows=${i} title="Topics and their difficulty" sorted=${{column:0,ascending:!0}} kind="short"
      empty="No topic has these words."
      rowAttributes=${({topic:l})=>l===g.topic?{class:"chosen","aria-current":"true"}:{}} />
    <p class="caption" role="status">${v(i.length,0)} of ${y(u.topics.length,"topic")}${u.runs.length>1&&h`; best, median and worst of ${y(u.runs.length,"run")} by ${k()}; the ${u.
measures[t].lower_is_better?"higher":"lower"} the median, the harder
      the topic; spread: between the quartiles of the runs`}.</p></div>
    <div><${Ki} /></div></div>
    <div>${u.first?h`<${ar} />`:R("Which documents the runs found is not known: this page was made from results without the runs themselves")}</div>`});function Ki(){
let{measure:t,topic:e,run:n,filter:o,only:s,colour:r}=g,{id:i,title:a,description:l,narrative:c,judged:d,relevant:p}=u.topics[e],f=[["Description",l],["Narrativ\
e",c]].filter(([,$])=>$),m=d===null?null:`${y(d,"document")} judged, ${v(p,0)} of them relevant`;return h`<h3 id="topic-panel">Topic ${L(i,1/0)}${a&&h`: <bdi>${a}</bdi>`}</h3>
    <p class="facts">${[m,!q().includes(e)&&`not a topic${at()}`].filter(Boolean).join("; ")}</p>
    ${f.map(([$,_])=>h`<p class="prose"><strong>${$}: </strong><bdi>${_}</bdi></p>`)}
    ${I(()=>Yi(t,e),[t,e,n,o,s,r])}`}function Yi(t,e){let{digits:n}=u.measures[t],o=_t(),s=nt().filter(f=>H(t,e,f)!==null),r=P(s.length,f=>E(t,H(t,e,s[f]))).map(
f=>s[f]);if(!r.length)return h`<p>No run was evaluated on this topic.</p>`;if(u.runs.length===1)return h`<p>${k(t)} ${v(H(t,e,0),n)}</p>`;let i=r.map(f=>Number(
H(t,e,f))),a=r.map(f=>u.runs[f].name),[l,c]=wt(t),d=r.indexOf(g.run),p={title:`${k(t)} of every run on topic ${u.topics[e].id}`,names:a,most:14,height:182,share:{
screen:.39},axis:{label:k(t),low:l,high:c},description:`From ${v(i[0],n)} to ${v(i[i.length-1],n)}, median ${v(gt(i),n)}.`,marks:[{kind:"bar",of:f=>[0,i[f]],colour:f=>o.
ofRun(r[f])}],lines:[[0,"axis"],[Number(gt(i)),"median"]],pointed:d<0?void 0:[d,Math.max(0,i[d])],item:"run",open:f=>_e("run",r[f]),words:f=>`${G(a[f])}
${k(t)} ${v(i[f],n)}, rank ${te(t,e,r[f])}`};return h`<${Wt} figure=${p} />
    <${mt} listed=${[...Ht(o),[{d:"M3 1h10l-5 9z",fill:"var(--text)"},`${G(u.runs[g.run].name)}, the chosen run`],[{d:"M0 6H16",class:"median"},"median"]]} />
    ${R(`${k(t)} of ${r.length<u.runs.length?`${v(r.length,0)} of `:""}${y(u.runs.length,"run")} on this topic, the best first`,u.dialect&&`dialect ${u.dialect}`)}
    <${ft} title="${k(t)} on this topic" heads=${["run","group","value"]}
      rows=${()=>r.map((f,m)=>[L(a[m]),L(u.runs[f].group),v(i[m],n)])} />`}function Tr(){let[t,e]=[xe(),nt()];return t?` --type ${Tt(t)}`:e.length<u.runs.length&&e.length<=12?e.map(n=>` --run ${Tt(u.runs[n].name)}`).join(""):""}function Ji(t){
let[e,n]=[g.run,g.other].map(a=>Tt(u.runs[a].name)),o=`-m ${Tt(k())}`,s=u.measures.map((a,l)=>` -m ${Tt(k(l))}`).join(""),r=(a,l="")=>[a,"report figures",`--out\
put figures-${t} ${o}${l}${Tr()}`];return({leaderboard:[["In a terminal","report leaderboard",o],["As LaTeX, to fit a column","report table",`${s.trim()}${Tr()}\
 --format latex --for acm${u.measures.length>4?" --wide":""} --output table.tex`],r("As a figure"," --figure leaderboard")],curves:[r("As a figure"," --figure p\
recision-recall")],heatmap:[r("As a figure"," --figure heat-map")],pair:[["In a terminal","compare",`${e} ${n} ${o}`],r("As a figure",` --figure leaderboard --p\
air ${e} ${n}`)],topics:[["In a terminal","report topics",`${o} --run ${e}`]],participants:[["In a terminal","diagnose",`--run ${e}`]],quality:[["In a terminal",
"diagnose","--part runs"]]}[t]||[]).map(([a,l,c])=>[a,vn(l,c)])}function Xi(){return h`<${ct} words="Measure" name="measure" options=${Mo()} />`}function Qi(){let t=Object.
keys(u.subsets),e=nt().length;return h`
    ${t.length>0&&h`<${ct} words="Topics" name="subset" options=${[["","all"],...t.map(n=>[n,n])]} />`}
    ${e<u.runs.length&&h`<${Z} pressed=${()=>F({filter:"",only:[]})}>${e} of ${y(u.runs.length,"run")}: show all<//>`}`}function Zi(){return[...To(),...u.mind].
map(([e,n,o])=>{let{name:s}=u.types,r=o&&u.types.values.includes(o)?`&only=${encodeURIComponent(`${s}:${o}`)}`:"";return h`<li key=${e} class=${n==="leaderboard"?
null:"mind"}><a href=${`#${n}${r}`}><bdi>${e}</bdi></a></li>`})}function ta(t,e){let n=Object.assign(document.createElement("a"),{href:`#${t}`,textContent:e});document.
querySelector("nav ul")?.appendChild(document.createElement("li")).append(n);let o=document.getElementById(t);if(o)return o;let s=Object.assign(document.createElement(
"section"),{id:t});return s.setAttribute("aria-labelledby",`${t}-title`),s.append(Object.assign(document.createElement("h2"),{id:`${t}-title`,textContent:e}),Object.
assign(document.createElement("div"),{className:"content"})),ot("about").before(s),s}hr(t=>{go(t),_o({measure:u.first_measure,other:Math.min(1,u.runs.length-1),
curves:rr().map(n=>u.runs[n].name)}),ue(ot("measure"),Xi),ue(ot("left"),Qi);let e=document.querySelector("ul.verdict");e&&ue(e,Zi);for(let{id:n,title:o,Content:s}of gn.
sort((r,i)=>r.order-i.order).filter(({there:r})=>!r||r())){let r=ta(n,o),i=r.querySelector(".content");ue(i,s,r),Ar(i,()=>Ji(n)),he(r,".taking > button, .data >\
 summary")}document.addEventListener("click",Oo),window.addEventListener("hashchange",wn),wo()},wn);})();
