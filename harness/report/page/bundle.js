// Made by scripts/web/bundle.mjs of the modules in scripts/, Preact (MIT) and htm (Apache 2.0): do not edit.
(()=>{var Wn=function(t,e,n,o){var s;e[0]=0;for(var r=1;r<e.length;r++){var i=e[r++],a=e[r]?(e[0]|=i?1:2,n[e[r++]]):e[++r];i===3?o[0]=a:i===4?o[1]=Object.assign(o[1]||
{},a):i===5?(o[1]=o[1]||{})[e[++r]]=a:i===6?o[1][e[++r]]+=a+"":i?(s=t.apply(a,Wn(t,a,n,["",null])),o.push(s),a[0]?e[0]|=2:(e[r-2]=0,e[r]=s)):o.push(a)}return o},
Hn=new Map;function Fn(t){var e=Hn.get(this);return e||(e=new Map,Hn.set(this,e)),(e=Wn(this,e.get(t)||(e.set(t,e=(function(n){for(var o,s,r=1,i="",a="",l=[0],u=function(f){
r===1&&(f||(i=i.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?l.push(0,f,i):r===3&&(f||i)?(l.push(3,f,i),r=2):r===2&&i==="..."&&f?l.push(4,f,0):r===2&&i&&!f?l.push(5,0,!0,
i):r>=5&&((i||!f&&r===5)&&(l.push(r,0,i,s),r=6),f&&(l.push(r,f,0,s),r=6)),i=""},d=0;d<n.length;d++){d&&(r===1&&u(),u(d));for(var p=0;p<n[d].length;p++)o=n[d][p],
r===1?o==="<"?(u(),l=[l],r=3):i+=o:r===4?i==="--"&&o===">"?(r=1,i=""):i=o+i[0]:a?o===a?a="":i+=o:o==='"'||o==="'"?a=o:o===">"?(u(),r=1):r&&(o==="="?(r=5,s=i,i=""):
o==="/"&&(r<5||n[d][p+1]===">")?(u(),r===3&&(l=l[0]),r=l,(l=l[0]).push(2,0,r),r=0):o===" "||o==="	"||o===`
`||o==="\r"?(u(),r=2):i+=o),r===3&&i==="!--"&&(r=4,l=l[0])}return u(),l})(t)),e),arguments,[])).length>1?e:e[0]}var Le,B,Gn,Pr,Tt,qn,Kn,Yn,tn,je,se,Jn,on,en,nn,Dr,Ae={},Te=[],Hr=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,Re=Array.isArray;function jt(t,e){
for(var n in e)t[n]=e[n];return t}function rn(t){t&&t.parentNode&&t.parentNode.removeChild(t)}function sn(t,e,n){var o,s,r,i={};for(r in e)r=="key"?o=e[r]:r=="r\
ef"?s=e[r]:i[r]=e[r];if(arguments.length>2&&(i.children=arguments.length>3?Le.call(arguments,2):n),typeof t=="function"&&t.defaultProps!=null)for(r in t.defaultProps)
i[r]===void 0&&(i[r]=t.defaultProps[r]);return Ce(t,i,o,s,null)}function Ce(t,e,n,o,s){var r={type:t,props:e,key:n,ref:o,__k:null,__:null,__b:0,__e:null,__c:null,
constructor:void 0,__v:s??++Gn,__i:-1,__u:0};return s==null&&B.vnode!=null&&B.vnode(r),r}function Be(t){return t.children}function Ne(t,e){this.props=t,this.context=e}function Ht(t,e){if(e==null)return t.__?Ht(t.__,t.__i+1):null;for(var n;e<t.__k.length;e++)
if((n=t.__k[e])!=null&&n.__e!=null)return n.__e;return typeof t.type=="function"?Ht(t):null}function Wr(t){if(t.__P&&t.__d){var e=t.__v,n=e.__e,o=[],s=[],r=jt({},
e);r.__v=e.__v+1,B.vnode&&B.vnode(r),an(t.__P,r,e,t.__n,t.__P.namespaceURI,32&e.__u?[n]:null,o,n??Ht(e),!!(32&e.__u),s),r.__v=e.__v,r.__.__k[r.__i]=r,eo(o,r,s),
e.__e=e.__=null,r.__e!=n&&Xn(r)}}function Xn(t){if((t=t.__)!=null&&t.__c!=null)return t.__e=t.__c.base=null,t.__k.some(function(e){if(e!=null&&e.__e!=null)return t.
__e=t.__c.base=e.__e}),Xn(t)}function Un(t){(!t.__d&&(t.__d=!0)&&Tt.push(t)&&!Ee.__r++||qn!=B.debounceRendering)&&((qn=B.debounceRendering)||Kn)(Ee)}function Ee(){
try{for(var t,e=1;Tt.length;)Tt.length>e&&Tt.sort(Yn),t=Tt.shift(),e=Tt.length,Wr(t)}finally{Tt.length=Ee.__r=0}}function Qn(t,e,n,o,s,r,i,a,l,u,d){var p,f,m,$,
_,b,w=o&&o.__k||Te,x=e.length;for(l=Fr(n,e,w,l,x),p=0;p<x;p++)(m=n.__k[p])!=null&&(f=m.__i!=-1&&w[m.__i]||Ae,m.__i=p,b=an(t,m,f,s,r,i,a,l,u,d),$=m.__e,m.ref&&f.
ref!=m.ref&&(f.ref&&ln(f.ref,null,m),d.push(m.ref,m.__c||$,m)),_==null&&$!=null&&(_=$),4&m.__u?(l=Zn(m,l,t),f.__e&&(f.__e=null)):typeof m.type=="function"&&b!==
void 0?l=b:$&&(l=$.nextSibling),m.__u&=-7);return n.__e=_,l}function Fr(t,e,n,o,s){var r,i,a,l,u,d=n.length,p=d,f=0;for(t.__k=new Array(s),r=0;r<s;r++)(i=e[r])!=
null&&typeof i!="boolean"&&typeof i!="function"?(typeof i=="string"||typeof i=="number"||typeof i=="bigint"||i.constructor==String?i=t.__k[r]=Ce(null,i,null,null,
null):Re(i)?i=t.__k[r]=Ce(Be,{children:i},null,null,null):i.constructor===void 0&&i.__b>0?i=t.__k[r]=Ce(i.type,i.props,i.key,i.ref?i.ref:null,i.__v):t.__k[r]=i,
l=r+f,i.__=t,i.__b=t.__b+1,a=null,(u=i.__i=qr(i,n,l,p))!=-1&&(p--,(a=n[u])&&(a.__u|=2)),a==null||a.__v==null?(u==-1&&(s>d?f--:s<d&&f++),typeof i.type!="function"&&
(i.__u|=4)):u!=l&&(u==l-1?f--:u==l+1?f++:(u>l?f--:f++,i.__u|=4))):t.__k[r]=null;if(p)for(r=0;r<d;r++)(a=n[r])!=null&&(2&a.__u)==0&&(a.__e==o&&(o=Ht(a)),oo(a,a));
return o}function Zn(t,e,n){var o,s;if(typeof t.type=="function"){for(o=t.__k,s=0;o&&s<o.length;s++)o[s]&&(o[s].__=t,e=Zn(o[s],e,n));return e}t.__e!=e&&(e&&t.type&&
!e.parentNode&&(e=Ht(t)),e=n.insertBefore(t.__e,e||null));do e=e&&e.nextSibling;while(e!=null&&e.nodeType==8);return e}function qr(t,e,n,o){var s,r,i,a=t.key,l=t.type,u=e[n],d=u!=null&&(2&u.__u)==0;if(u===null&&a==null||d&&a==u.key&&l==u.type)return n;if(o>(d?1:0)){for(s=n-1,r=n+
1;s>=0||r<e.length;)if((u=e[i=s>=0?s--:r++])!=null&&(2&u.__u)==0&&a==u.key&&l==u.type)return i}return-1}function Vn(t,e,n){e[0]=="-"?t.setProperty(e,n??""):t[e]=
n==null?"":typeof n!="number"||Hr.test(e)?n:n+"px"}function Se(t,e,n,o,s){var r,i;t:if(e=="style")if(typeof n=="string")t.style.cssText=n;else{if(typeof o=="str\
ing"&&(t.style.cssText=o=""),o)for(e in o)n&&e in n||Vn(t.style,e,"");if(n)for(e in n)o&&n[e]==o[e]||Vn(t.style,e,n[e])}else if(e[0]=="o"&&e[1]=="n")r=e!=(e=e.replace(
Jn,"$1")),i=e.toLowerCase(),e=i in t||e=="onFocusOut"||e=="onFocusIn"?i.slice(2):e.slice(2),t.l||(t.l={}),t.l[e+r]=n,n?o?n[se]=o[se]:(n[se]=on,t.addEventListener(
e,r?nn:en,r)):t.removeEventListener(e,r?nn:en,r);else{if(s=="http://www.w3.org/2000/svg")e=e.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(e!="width"&&
e!="height"&&e!="href"&&e!="list"&&e!="form"&&e!="tabIndex"&&e!="download"&&e!="rowSpan"&&e!="colSpan"&&e!="role"&&e!="popover"&&e in t)try{t[e]=n??"";break t}catch{}
typeof n=="function"||(n==null||n===!1&&e[4]!="-"?t.removeAttribute(e):t.setAttribute(e,e=="popover"&&n==1?"":n))}}function zn(t){return function(e){if(this.l){
var n=this.l[e.type+t];if(e[je]==null)e[je]=on++;else if(e[je]<n[se])return;return n(B.event?B.event(e):e)}}}function an(t,e,n,o,s,r,i,a,l,u){var d,p,f,m,$,_,b,
w,x,O,S,D,Q,W,X,j,A=e.type;if(e.constructor!==void 0)return null;128&n.__u&&(l=!!(32&n.__u),r=[a=e.__e=n.__e]),(d=B.__b)&&d(e);t:if(typeof A=="function"){p=i.length;
try{if(x=e.props,O=A.prototype&&A.prototype.render,S=(d=A.contextType)&&o[d.__c],D=d?S?S.props.value:d.__:o,n.__c?w=(f=e.__c=n.__c).__=f.__E:(O?e.__c=f=new A(x,
D):(e.__c=f=new Ne(x,D),f.constructor=A,f.render=Vr),S&&S.sub(f),f.state||(f.state={}),f.__n=o,m=f.__d=!0,f.__h=[],f._sb=[]),O&&f.__s==null&&(f.__s=f.state),O&&
A.getDerivedStateFromProps!=null&&(f.__s==f.state&&(f.__s=jt({},f.__s)),jt(f.__s,A.getDerivedStateFromProps(x,f.__s))),$=f.props,_=f.state,f.__v=e,m)O&&A.getDerivedStateFromProps==
null&&f.componentWillMount!=null&&f.componentWillMount(),O&&f.componentDidMount!=null&&f.__h.push(f.componentDidMount);else{if(O&&A.getDerivedStateFromProps==null&&
x!==$&&f.componentWillReceiveProps!=null&&f.componentWillReceiveProps(x,D),e.__v==n.__v||!f.__e&&f.shouldComponentUpdate!=null&&f.shouldComponentUpdate(x,f.__s,
D)===!1){e.__v!=n.__v&&(f.props=x,f.state=f.__s,f.__d=!1),e.__e=n.__e,e.__k=n.__k,e.__k.some(function(K){K&&(K.__=e)}),Te.push.apply(f.__h,f._sb),f._sb=[],f.__h.
length&&i.push(f),a=Ht(n);break t}f.componentWillUpdate!=null&&f.componentWillUpdate(x,f.__s,D),O&&f.componentDidUpdate!=null&&f.__h.push(function(){f.componentDidUpdate(
$,_,b)})}if(f.context=D,f.props=x,f.__P=t,f.__e=!1,Q=B.__r,W=0,O)f.state=f.__s,f.__d=!1,Q&&Q(e),d=f.render(f.props,f.state,f.context),Te.push.apply(f.__h,f._sb),
f._sb=[];else do f.__d=!1,Q&&Q(e),d=f.render(f.props,f.state,f.context),f.state=f.__s;while(f.__d&&++W<25);f.state=f.__s,f.getChildContext!=null&&(o=jt(jt({},o),
f.getChildContext())),O&&!m&&f.getSnapshotBeforeUpdate!=null&&(b=f.getSnapshotBeforeUpdate($,_)),X=d!=null&&d.type===Be&&d.key==null?no(d.props.children):d,a=Qn(
t,Re(X)?X:[X],e,n,o,s,r,i,a,l,u),f.base=e.__e,e.__u&=-161,f.__h.length&&i.push(f),w&&(f.__E=f.__=null)}catch(K){if(i.length=p,e.__v=null,l||r!=null){if(K.then){
for(e.__u|=l?160:128;a&&a.nodeType==8&&a.nextSibling;)a=a.nextSibling;r!=null&&(r[r.indexOf(a)]=null),e.__e=a}else if(r!=null)for(j=r.length;j--;)rn(r[j])}else e.
__e=n.__e;e.__k==null&&(e.__k=n.__k||[]),K.then||to(e),B.__e(K,e,n)}}else r==null&&e.__v==n.__v?(e.__k=n.__k,e.__e=n.__e):a=e.__e=Ur(n.__e,e,n,o,s,r,i,l,u);return(d=
B.diffed)&&d(e),128&e.__u?void 0:a}function to(t){t&&(t.__c&&(t.__c.__e=!0),t.__k&&t.__k.some(to))}function eo(t,e,n){for(var o=0;o<n.length;o++)ln(n[o],n[++o],
n[++o]);B.__c&&B.__c(e,t),t.some(function(s){try{t=s.__h,s.__h=[],t.some(function(r){r.call(s)})}catch(r){B.__e(r,s.__v)}})}function no(t){return typeof t!="obj\
ect"||t==null||t.__b>0?t:Re(t)?t.map(no):t.constructor!==void 0?null:jt({},t)}function Ur(t,e,n,o,s,r,i,a,l){var u,d,p,f,m,$,_,b=n.props||Ae,w=e.props,x=e.type;
if(x=="svg"?s="http://www.w3.org/2000/svg":x=="math"?s="http://www.w3.org/1998/Math/MathML":s||(s="http://www.w3.org/1999/xhtml"),r!=null){for(u=0;u<r.length;u++)
if((m=r[u])&&"setAttribute"in m==!!x&&(x?m.localName==x:m.nodeType==3)){t=m,r[u]=null;break}}if(t==null){if(x==null)return document.createTextNode(w);t=document.
createElementNS(s,x,w.is&&w),a&&(B.__m&&B.__m(e,r),a=!1),r=null}if(x==null)b===w||a&&t.data==w||(t.data=w);else{if(r=x=="textarea"&&w.defaultValue!=null?null:r&&
Le.call(t.childNodes),!a&&r!=null)for(b={},u=0;u<t.attributes.length;u++)b[(m=t.attributes[u]).name]=m.value;for(u in b)m=b[u],u=="dangerouslySetInnerHTML"?p=m:
u=="children"||u in w||u=="value"&&"defaultValue"in w||u=="checked"&&"defaultChecked"in w||Se(t,u,null,m,s);for(u in w)m=w[u],u=="children"?f=m:u=="dangerouslyS\
etInnerHTML"?d=m:u=="value"?$=m:u=="checked"?_=m:a&&typeof m!="function"||b[u]===m||Se(t,u,m,b[u],s);if(d)a||p&&(d.__html==p.__html||d.__html==t.innerHTML)||(t.
innerHTML=d.__html),e.__k=[];else if(p&&(t.innerHTML=""),Qn(e.type=="template"?t.content:t,Re(f)?f:[f],e,n,o,x=="foreignObject"?"http://www.w3.org/1999/xhtml":s,
r,i,r?r[0]:n.__k&&Ht(n,0),a,l),r!=null)for(u=r.length;u--;)rn(r[u]);a&&x!="textarea"||(u="value",x=="progress"&&$==null?t.removeAttribute("value"):$!=null&&($!==
t[u]||x=="progress"&&!$||x=="option"&&$!=b[u])&&Se(t,u,$,b[u],s),u="checked",_!=null&&_!=t[u]&&Se(t,u,_,b[u],s))}return t}function ln(t,e,n){try{if(typeof t=="f\
unction"){var o=typeof t.__u=="function";o&&t.__u(),o&&e==null||(t.__u=t(e))}else t.current=e}catch(s){B.__e(s,n)}}function oo(t,e,n){var o,s;if(B.unmount&&B.unmount(
t),(o=t.ref)&&(o.current&&o.current!=t.__e||ln(o,null,e)),(o=t.__c)!=null){if(o.componentWillUnmount)try{o.componentWillUnmount()}catch(r){B.__e(r,e)}o.base=o.__P=
o.__n=null}if(o=t.__k)for(s=0;s<o.length;s++)o[s]&&oo(o[s],e,n||typeof t.type!="function");n||rn(t.__e),t.__c=t.__=t.__e=void 0}function Vr(t,e,n){return this.constructor(
t,n)}function Wt(t,e,n){var o,s,r,i;e==document&&(e=document.documentElement),B.__&&B.__(t,e),s=(o=typeof n=="function")?null:n&&n.__k||e.__k,r=[],i=[],an(e,t=(!o&&
n||e).__k=sn(Be,null,[t]),s||Ae,Ae,e.namespaceURI,!o&&n?[n]:s?null:e.firstChild?Le.call(e.childNodes):null,r,!o&&n?n:s?s.__e:e.firstChild,o,i),eo(r,t,i),t.props.
children=null}Le=Te.slice,B={__e:function(t,e,n,o){for(var s,r,i;e=e.__;)if((s=e.__c)&&!s.__)try{if((r=s.constructor)&&r.getDerivedStateFromError!=null&&(s.setState(r.getDerivedStateFromError(
t)),i=s.__d),s.componentDidCatch!=null&&(s.componentDidCatch(t,o||{}),i=s.__d),i)return s.__E=s}catch(a){t=a}throw t}},Gn=0,Pr=function(t){return t!=null&&t.constructor===
void 0},Ne.prototype.setState=function(t,e){var n;n=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=jt({},this.state),typeof t=="function"&&(t=t(jt({},n),
this.props)),t&&jt(n,t),t!=null&&this.__v&&(e&&this._sb.push(e),Un(this))},Ne.prototype.forceUpdate=function(t){this.__v&&(this.__e=!0,t&&this.__h.push(t),Un(this))},
Ne.prototype.render=Be,Tt=[],Kn=typeof Promise=="function"?Promise.prototype.then.bind(Promise.resolve()):setTimeout,Yn=function(t,e){return t.__v.__b-e.__v.__b},
Ee.__r=0,tn=Math.random().toString(8),je="__d"+tn,se="__a"+tn,Jn=/(PointerCapture)$|Capture$/i,on=0,en=zn(!1),nn=zn(!0),Dr=0;var ie,z,cn,ro,Pe=0,po=[],Y=B,so=Y.__b,io=Y.__r,ao=Y.diffed,lo=Y.__c,co=Y.unmount,uo=Y.__;function fn(t,e){Y.__h&&Y.__h(z,t,Pe||e),Pe=0;var n=z.__H||(z.__H={__:[],
__h:[]});return t>=n.__.length&&n.__.push({}),n.__[t]}function T(t){return Pe=1,zr(mo,t)}function zr(t,e,n){var o=fn(ie++,2);if(o.t=t,!o.__c&&(o.__=[n?n(e):mo(void 0,
e),function(a){var l=o.__N?o.__N[0]:o.__[0],u=o.t(l,a);l!==u&&(o.__N=[u,o.__[1]],o.__c.setState({}))}],o.__c=z,!z.__f)){var s=function(a,l,u){if(!o.__c.__H)return!0;
var d=!1,p=o.__c.props!==a;if(o.__c.__H.__.some(function(m){if(m.__N){d=!0;var $=m.__[0];m.__=m.__N,m.__N=void 0,$!==m.__[0]&&(p=!0)}}),r){var f=r.call(this,a,l,
u);return d?f||p:f}return!d||p};z.__f=!0;var r=z.shouldComponentUpdate,i=z.componentWillUpdate;z.componentWillUpdate=function(a,l,u){if(this.__e){var d=r;r=void 0,
s(a,l,u),r=d}i&&i.call(this,a,l,u)},z.shouldComponentUpdate=s}return o.__N||o.__}function et(t,e){var n=fn(ie++,4);!Y.__s&&ho(n.__H,e)&&(n.__=t,n.u=e,z.__h.push(n))}function $t(t){return Pe=5,I(function(){return{current:t}},[])}function I(t,e){var n=fn(ie++,7);return ho(n.__H,e)&&(n.__=t(),n.__H=e,n.__h=t),n.__}function Gr(){for(var t;t=po.shift();){var e=t.__H;if(t.__P&&e)try{e.__h.some(Ie),e.__h.some(un),e.__h=[]}catch(n){e.__h=[],Y.__e(n,t.__v)}}}Y.__b=function(t){z=
null,so&&so(t)},Y.__=function(t,e){t&&e.__k&&e.__k.__m&&(t.__m=e.__k.__m),uo&&uo(t,e)},Y.__r=function(t){io&&io(t),ie=0;var e=(z=t.__c).__H;e&&(cn===z?(e.__h=[],
z.__h=[],e.__.some(function(n){n.__N&&(n.__=n.__N),n.u=n.__N=void 0})):(e.__h.some(Ie),e.__h.some(un),e.__h=[],ie=0)),cn=z},Y.diffed=function(t){ao&&ao(t);var e=t.
__c;e&&e.__H&&(e.__H.__h.length&&(po.push(e)!==1&&ro===Y.requestAnimationFrame||((ro=Y.requestAnimationFrame)||Kr)(Gr)),e.__H.__.some(function(n){n.u&&(n.__H=n.
u,n.u=void 0)})),cn=z=null},Y.__c=function(t,e){e.some(function(n){try{n.__h.some(Ie),n.__h=n.__h.filter(function(o){return!o.__||un(o)})}catch(o){e.some(function(s){
s.__h&&(s.__h=[])}),e=[],Y.__e(o,n.__v)}}),lo&&lo(t,e)},Y.unmount=function(t){co&&co(t);var e,n=t.__c;n&&n.__H&&(n.__H.__.some(function(o){try{Ie(o)}catch(s){e=
s}}),n.__H=void 0,e&&Y.__e(e,n.__v))};var fo=typeof requestAnimationFrame=="function";function Kr(t){var e,n=function(){clearTimeout(o),fo&&cancelAnimationFrame(
e),setTimeout(t)},o=setTimeout(n,35);fo&&(e=requestAnimationFrame(n))}function Ie(t){var e=z,n=t.__c;typeof n=="function"&&(t.__c=void 0,n()),z=e}function un(t){
var e=z;t.__c=t.__(),z=e}function ho(t,e){return!t||t.length!==e.length||e.some(function(n,o){return n!==t[o]})}function mo(t,e){return typeof e=="function"?e(t):
e}var h=Fn.bind(sn);var c=null;function _o(t){c=t}var g={measure:0,run:0,other:1,topic:0,against:-1,colour:"",sort:"",filter:"",only:[],columns:[],curves:[],heat:"",subset:"",topics_by:"\
hardest",runs_by:"value",pair_by:"gain"},ce={...g},De=[],[$o,Yr]=[200,400],go=0,Jt={topic:()=>c.topics.map(t=>t.id)};Jt.measure=()=>c.measures.map(t=>t.label);for(let t of[
"run","other","against"])Jt[t]=()=>c.runs.map(e=>e.name);var Jr={topic:"topic",measure:"measure",subset:"subset"};function bo(t){Object.assign(g,t),ce={...g};let{
choices:e,unknown:n}=fe(location.hash);n||Object.assign(g,e)}function ue(t,e,n=null){t.replaceChildren(),De.push({draw:()=>Wt(h`<${e} />`,t),home:n,stale:!0}),le(
()=>!0)}function le(t){let e=document.activeElement;for(let n of De.filter(({stale:o,home:s})=>o&&t(s)))n.stale=!1,n.draw();e!==document.activeElement&&e?.isConnected&&
e.focus({preventScroll:!0})}function vo(t){if(!t)return!0;let{top:e,bottom:n}=t.getBoundingClientRect();return n>-$o&&e<window.innerHeight+$o}function wo(t=Yr){
clearTimeout(go);let e=De.find(({stale:n})=>n);e&&(go=window.setTimeout(()=>{le(n=>n===e.home),wo(0)},t))}function yo(){document.addEventListener("scroll",()=>le(
vo),{passive:!0}),window.addEventListener("beforeprint",()=>le(()=>!0))}function xo(t,e){let n=Object.entries(t).filter(([o,s])=>String(s)!==String(g[o]));if(!n.
length)return!1;Object.assign(g,Object.fromEntries(n));for(let o of De)o.stale=!0;return le(o=>o?.id===e||vo(o)),wo(),!0}function F(t,{again:e,section:n}={}){let o=n||
Xr()||fe(location.hash).section;if(!xo(t,o)&&!n||!document.documentElement.dataset.ready)return;let s=Qr(o);s!==location.hash&&(e?history.replaceState({own:!0},
"",s):history.pushState({own:!0},"",s))}function Xr(){let t=document.activeElement&&document.activeElement.closest("main section");return t?t.id:""}function Qr(t){
let e=Object.entries(g).filter(([n,o])=>String(o)!==String(ce[n])).map(([n,o])=>`${n}=${[o].flat().map(s=>encodeURIComponent(Jt[n]?Jt[n]()[Number(s)]||"":s)).join(
",")}`);return`#${[t,...e].filter(Boolean).join("&")}`}function fe(t){let e="",n={},o=null;for(let i of t.replace(/^#/,"").split("&")){let[,a,l]=/^(\w+)=(.*)$/.
exec(i)||[];a?Object.hasOwn(ce,a)&&(n[a]=Zr(a,l),n[a]===-1&&(o=[Jr[a]||"run",ae(l)])):e=e||i}let[s,...r]=Object.keys(n);return!e&&!r.length&&(e={topic:"topics",
run:"participants"}[s]||""),{section:e,choices:n,unknown:o}}function Zr(t,e){return Jt[t]?Jt[t]().indexOf(ae(e)):Array.isArray(ce[t])?e?e.split(",").map(ae):[]:
t==="subset"&&e&&!Object.hasOwn(c.subsets,ae(e))?-1:ae(e)}function ko(t,e){xo({...ce,...t},e)}function ae(t){try{return decodeURIComponent(t)}catch{return t}}function Xt(t){let{hues:e,dashes:n}=c.palette;return{stroke:`var(--hue-${t%e})`,"stroke-dasharray":n[Math.floor(t/e)%n.length].map(o=>2*o).join(" ")}}var Mo=["#\
a63603","#e6853c","#fdd0a2","#f7f7f7","#9ecae1","#4292c6","#084594"];function ts(t){return[1,3,5].map(e=>parseInt(t.slice(e,e+2),16))}function dn(t,e=c.palette.
shades){let n=Math.min(Math.max(t,0),1)*(e.length-1),o=Math.min(Math.floor(n),e.length-2),[s,r]=[e[o],e[o+1]].map(ts);return`rgb(${s.map((i,a)=>Math.round(i+(n-
o)*(r[a]-i))).join(",")})`}function de(t,e,n=6){let s=(e-t||1)/(n-1),r=10**Math.floor(Math.log10(s)),i=[1,2,5,10].map(u=>u*r).find(u=>u>=s*.999)||r,a=Math.floor(t/i+1e-9),l=Math.max(a+1,Math.
ceil(e/i-1e-9));return Array.from({length:l-a+1},(u,d)=>Number(((a+d)*i).toPrecision(12)))}function Et(t,e,n,o,s){let r=de(t,e,s),[i,a]=[r[0],r[r.length-1]],l=d=>n+
(d-i)/(a-i)*(o-n);return Object.assign(l,{clamped:d=>l(Math.min(Math.max(d,i),a)),ticks:r,low:i,high:a})}function N(t){return Math.round(t*10)/10}var pn={width:716,
height:905};function Ft(t,e={}){return t?Math.floor(pn.width*(e.paper||1)):Math.floor(Math.min(1400,window.innerWidth-42)*(window.innerWidth<1100?1:e.screen||1))-
(e.screen?14:0)}var Lt=()=>window.innerWidth<640;function ht(t,e=24){let n=c.rooms.filter(r=>r<=e);if(Object.hasOwn(c.short,t)&&t.length>e&&n.length)return c.short[t][n.
length-1];let o=Array.from(t),s=Math.floor((e-1)/2);return o.length>e?`${o.slice(0,e-1-s).join("")}…${o.slice(o.length-s).join("")}`:t}function He(t,e=11){return Math.
max(1,Math.ceil(e/t))}function G(t){return`⁨${t.replaceAll("⁩","")}⁩`}function xt(t){return t.map(([e,n],o)=>`${o?"L":"M"}${N(e)} ${N(n)}`).join("")}function Ct(t,e,n,o){
return`M${N(t)} ${N(e)}h${N(n)}v${N(o)}h${N(-n)}z`}function hn(t,e,n){let o=N(2*n);return`M${N(t-n)} ${N(e)}a${N(n)} ${N(n)} 0 1 0 ${o} 0a${N(n)} ${N(n)} 0 1 0 ${-o}\
 0z`}var $n=[];function it(t,e){$n.push({...t,Content:e})}function L(t,e=Lt()?16:32){return h`<bdi class="name" title=${t}>${ht(t,e)}</bdi>`}function rt(t){return document.
getElementById(t)}function pe(){return c.runs.map(({name:t},e)=>[e,t])}function So(){return c.measures.map(({label:t},e)=>[e,t])}function nt(...t){return h`<p class="answer">${t}</p>`}
function R(...t){return h`<p class="caption">${t.filter(Boolean).join("; ")}.</p>`}function v(t,e=4){return t==null||Number.isNaN(t)?"–":e?t.toFixed(e):Math.round(
t).toLocaleString("en")}function k(t,e,n=t){let[o,s]=[t,n].map(r=>r.toLocaleString("en"));return`${o}${n===t?"":` to ${s}`} ${e}${n===1?"":"s"}`}function We(t){let e=t.toPrecision(2);return t?Number(e)===t?e:String(t):`< ${c.least_p}`}function Bt(t){return t==null?"–":`${(100*t).toFixed(1)} %`}function H(t,e,n){
let o=c.values[t][e][n];return o===null?null:c.measures[t].digits?o/c.unit:o}function Fe(t,e){return c.runs.map((n,o)=>H(t,e,o))}function Qt(t,e){return Co(jo(t),
e)}function jo(t){return Float64Array.from(t.filter(e=>e!==null)).sort()}function Co(t,e){if(!t.length)return null;let n=(t.length-1)*e,o=Math.floor(n),s=Math.min(
o+1,t.length-1);return t[o]+(n-o)*(t[s]-t[o])}var Zt=t=>Qt(t,.5);function qt(t){let e=t.filter(n=>n!==null);return e.length?e.reduce((n,o)=>n+o,0)/e.length:null}
function P(t,e,n=!1){let o=Array.from({length:t},(i,a)=>a),s=o.map(e),r=n?1:-1;return o.sort((i,a)=>s[i]===null||s[a]===null?+(s[i]===null)-+(s[a]===null)||i-a:
r*(s[i]<s[a]?-1:s[i]>s[a]?1:0)||i-a)}function E(t,e){return e!==null&&c.measures[t].lower_is_better?-e:e}function he(t,e){let n=jo(e),[o,s,r,i,a]=[0,.25,.5,.75,
1].map(d=>Co(n,d)),[l,u]=c.measures[t].lower_is_better?[o,a]:[a,o];return{bestRun:e.indexOf(l),best:l,median:r,worst:u,q1:s,q3:i}}var Oo=new Map;function kt(t,e){
let n=`${t} ${e}`,o=Oo.get(n)||he(t,Fe(t,e));return Oo.set(n,o),o}function gn(t,e,n){return e===null?null:1+n.filter(o=>o!==null&&E(t,o)>E(t,e)).length}function bt(t){
return mn.has(t)||mn.set(t,es(t)),mn.get(t)??[0,1]}var mn=new Map;function es(t){let e=c.topics.flatMap((s,r)=>Fe(t,r)).map(Number),[n,o]=e.reduce(([s,r],i)=>[Math.
min(s,i),Math.max(r,i)],[0,c.measures[t].digits?1:0]);return[n,o>n?o:n+1]}function M(t=g.measure){return c.measures[t].label}function q(){return c.subsets[g.subset]||
[...c.topics.keys()]}function at(){return g.subset&&` of the subset ${g.subset}`}function lt(t=g.measure){return c.boards.find(e=>e.subset===g.subset&&e.measure===
t)||null}function Ut(){return`${Number((100*c.confidence).toPrecision(6))} %`}function No(t){return t.mean||t.order.map(e=>Number(c.summary[t.measure][e]))}function _n(t,e,n,o){
let[s,r]=[t.order.indexOf(e),t.order.indexOf(n)].sort((a,l)=>a-l);if(s<0||s===r||!o)return null;let i=o[s*t.order.length-s*(s+1)/2+r-s-1];return o===t.errors?i:
i/c.unit}function Vt(t){return c.runs[t].group||c.runs[t].name}function J(t){document.documentElement.dataset.ready&&(rt("status").textContent=t)}function qe(t,e,n){
return e[n]===null?"–":`${v(gn(t,e[n],e),0)} of ${v(e.filter(o=>o!==null).length,0)}`}function te(t,e,n){return qe(t,c.values[t][e],n)}function Rt(t){return c.
measures[t].summary==="geometric"}function ee(t,e,n=c.topics.map((o,s)=>s)){let o=n.map(i=>H(t,i,e));if((Rt(t)||c.measures[t].summary==="mean")&&o.length===c.topics.
length&&!o.includes(null))return c.summary[t][e];if(!Rt(t))return qt(o);let r=qt(o.map(i=>i===null?null:Math.log(Math.max(i,1e-5))));return r===null?null:Math.exp(
r)}function tt(t,e,n=q()){if(n.length===c.topics.length)return c.summary[t][e];if(c.measures[t].summary!=="sum")return ee(t,e,n);let o=n.map(s=>H(t,s,e)).filter(
s=>s!==null);return o.length?o.reduce((s,r)=>s+r,0):null}function Nt(t){return/^[\w@./-]+$/.test(t)?t:`'${t.replaceAll("'","'\\''")}'`}function bn(t,e){let n=g.
subset&&/^compare|figures$/.test(t)?` --topics ${Nt(g.subset)}`:"";return`harness ${t} ${Nt(c.source||"TASK.yaml")} ${e}${n}`.trim()}function vt(t,e=4){let n=v(
Math.abs(t),e);return Math.abs(t)<1e-9?n:`${t<0?"−":"+"}${n}`}function ne(t){if(g.subset&&c.boards.length)return`no intervals, letters or p-values over the su\
bset ${g.subset} on this page; in a terminal: ${bn("compare",`--pairs -m ${Nt(t)}`)}`;if(c.not_compared)return`runs are not compared: ${c.not_compared}`;let e=[
...c.measures.keys()].filter(lt).map(M).join(", ")||"none";return`no intervals of ranks, letters or p-values by ${t}: the first ten measures that are no counts \
have them, or those that the key compare: measures: of the task names (here: ${e})`}var ns={ArrowDown:1,ArrowRight:1,ArrowUp:-1,ArrowLeft:-1};function me(t,e){let n=()=>[...t.querySelectorAll(e)],o=()=>n().filter(r=>!r.closest("[hidden]")),s=(r=o().
find(i=>i===document.activeElement)||o()[0])=>{for(let i of n())i.tabIndex=i===r?0:-1};t.addEventListener("focusin",({target:r})=>{r.matches(e)&&s(r)}),t.addEventListener(
"keydown",r=>{let i=r.target,a=ns[r.key],l=/Up|Down/.test(r.key);if(!a||!i.matches(e)||l&&i.tagName==="SELECT")return;let u=l&&os(i,a,e)||o()[o().indexOf(i)+a];
u&&(r.preventDefault(),u.focus())}),new MutationObserver(()=>s()).observe(t,{childList:!0,subtree:!0,attributeFilter:["hidden"]}),s()}function At(t){let e=$t(null);
return et(()=>me(e.current,t),[]),e}function os(t,e,n){let o=[...t.closest("table")?.rows||[]],s=i=>[...i.querySelectorAll(n)],r=o.findIndex(i=>i.contains(t));for(let i=r+
e;o[i];i+=e){let a=s(o[i]);if(a.length)return a[Math.min(s(o[r]).indexOf(t),a.length-1)]}}function Z({pressed:t,children:e}){return h`<button type="button" onClick=${t}>${e}</button>`}function oe({words:t,options:e,value:n,changed:o}){return h`<label class="field"><span>${t}</span><select value=${n} onChange=${({
currentTarget:r})=>o(r.value,r.selectedOptions[0].text)}>
    ${e.map(([r,i])=>h`<option value=${r}>${i}</option>`)}
  </select></label>`}function ct({words:t,name:e,options:n,value:o=g[e]}){return h`<${oe} words=${t} options=${n} value=${o} changed=${(r,i)=>{F({[e]:typeof g[e]==
"number"?Number(r):r}),J(`${t}: ${i}`)}} />`}function $e({words:t,value:e,changed:n}){return h`<label class="field"><span>${t}</span><input type="search" value=${e} onInput=${({
currentTarget:s})=>n(s.value)} /></label>`}function ge(t,e){return e.join(`
`).toLowerCase().includes(t.trim().toLowerCase())}function _e({title:t,items:e,checked:n,changed:o}){let[s,r]=T(""),i=At("input"),a=new Set(n),l=u=>{a.delete(u)||
a.add(u),o(a)};return h`<fieldset class="checklist"><legend>${t}</legend>
    ${e.length>12&&h`<${$e} words="Filter" value=${s} changed=${r} />`}
    <div class="checks" ref=${i}>${e.map(({key:u,name:d,before:p,near:f})=>h`
      <label class="check" key=${u} hidden=${!ge(s,[d])} onPointerEnter=${f} onFocusIn=${f}>
        <input type="checkbox" checked=${a.has(u)} onChange=${()=>l(u)} />${p}${L(d)}
      </label>`)}</div>
  </fieldset>`}function ut({children:t}){let e=At("select, button");return et(()=>{e.current.querySelectorAll("select, button").length>1&&e.current.setAttribute(
"role","toolbar")}),h`<div class="controls" ref=${e}>${t}</div>`}function U(t,e,n){let o=t==="topic"?c.topics[e].id:c.runs[e].name;return h`<a href=${`#${t}=${encodeURIComponent(o)}`} title=${o}>${L(n||o)}</a>`}function vn(){
let t=rt("unknown"),{section:e,choices:n,unknown:o}=fe(location.hash);if(t.hidden=!o,o){let[r,i]=o;Wt(h`There is no ${r} ${L(i)} on this page.`,t),t.scrollIntoView(),
J(`There is no ${r} ${G(i)} on this page.`);return}let s=document.querySelector(`main section[id="${CSS.escape(e)}"]`);e&&!s||(ko(n,e),s&&!(history.state&&history.
state.own)&&s.scrollIntoView())}function Ao(t){let e=t.target.closest('a[href^="#"]');if(!e||t.ctrlKey||t.metaKey||t.shiftKey)return;let{section:n,choices:o,unknown:s}=fe(
String(e.getAttribute("href")));if(s||!n||!document.querySelector(`main section[id="${CSS.escape(n)}"]`))return;t.preventDefault();let r=e.closest("section");F(
o,{section:n}),(!r||r.id!==n)&&To(n)}function Ue(t){let{id:e,title:n}=c.topics[t];return n?`${G(e)} ${G(n)}`:G(e)}function To(t){let e=rt(`${t}-title`);e.setAttribute(
"tabindex","-1"),e.focus({preventScroll:!0}),e.scrollIntoView({behavior:"instant"})}function be(t,e){let n=t==="topic"?"topics":"participants";F({[t]:e},{section:n}),
To(n)}function zt(t,e){return{item:"topic",names:t.map(({topic:n})=>c.topics[n].id),words:n=>`${Ue(t[n].topic)}
${e(t[n])}`,open:n=>be("topic",t[n].topic)}}function rs(t,e){let{name:n,group:o,attributes:s}=c.runs[e];return ge(t,[n,o,...Object.values(s)])}function we(){let{runs:t}=c;return[...t.some(e=>e.group)?["gr\
oup"]:[],...Object.keys(t.length?t[0].attributes:{})]}function wt(t,e){return t==="group"?c.runs[e].group:c.runs[e].attributes[t]||""}function It(t){return[...new Set(
c.runs.map((e,n)=>wt(t,n)).filter(Boolean))].sort()}function ye(){return we().filter(t=>t==="group"||It(t).length>1&&It(t).length<=Math.max(8,c.runs.length/4))}
var ve={filter:"",only:[],runs:null};function Lo(){let{filter:t,only:e}=g;if(ve.runs&&ve.filter===t&&ve.only===e)return ve.runs;let n=we().map(s=>({name:s,values:e.
filter(r=>r.startsWith(`${s}:`))})).filter(({values:s})=>s.length),o=new Set([...c.runs.keys()].filter(s=>rs(t,s)&&n.every(({name:r,values:i})=>i.includes(`${r}\
:${wt(r,s)}`))));return ve={filter:t,only:e,runs:o},o}function Mt(t){return Lo().has(t)}function ot(){return[...Lo()]}function xe(t=c.runs.length,e=k(c.topics.length,
"topic")){let n=k(c.runs.length,"run");return[t<c.runs.length?`${t} of ${n}, as filtered`:n,e,c.dialect&&`dialect ${c.dialect}`].filter(Boolean).join("; ")}function yt(t=!0){
return xe(t?ot().length:c.runs.length,`${k(q().length,"topic")}${at()}`)}var Eo=6;function gt(){let t=ye(),e=g.colour||t.find(a=>It(a).length<=Eo)||t[0]||"",n=a=>c.
runs.filter((l,u)=>wt(e,u)===a).length,o=e?It(e):[],s=P(o.length,a=>n(o[a])).slice(0,Eo).map(a=>o[a]),r=new Map(s.map((a,l)=>[a,Xt(l).stroke])),i=a=>e?r.get(wt(
e,a))||"var(--muted)":Xt(0).stroke;return{name:e,most:s,others:o.length-s.length,ofRun:i}}function Pt({most:t,others:e}){let n=o=>({d:"M8 2a4 4 0 1 0 .1 0z",fill:o});
return[...t.map((o,s)=>[n(Xt(s).stroke),o]),...e>0?[[n("var(--muted)"),`${k(e,"other")} and none`]]:[]]}function Kt(t=n=>n,e=()=>[]){return[{name:"run",text:!0,
value:o=>c.runs[t(o)].name,cell:o=>[U("run",t(o)),...e(t(o))]},...we().map(o=>({name:o,text:!0,value:s=>wt(o,t(s)),cell:s=>L(wt(o,t(s)))}))]}function Ro(t){let[
e,n]=[lt(t),!g.subset],o=n?c.intervals[t]:null,s=c.runs.map((a,l)=>tt(t,l)),r=s.map((a,l)=>({run:l,value:a,error:n?c.errors[t][l]:null,mean:a,low:o&&o.low[l],high:o&&
o.high[l],rank:e&&e.order.length===s.length&&!Gt(e)?null:gn(t,a,s)}));if(!e)return r;let i=No(e);return e.order.forEach((a,l)=>{let{low:u,high:d,rank:p,letters:f}=e;
Object.assign(r[a],{position:l,mean:i[l],low:u[l],high:d[l],letters:f&&f[l],rank:Gt(e)?r[a].rank:p[l]})}),r}function Gt(t){return!!(t&&t.mean&&!t.subset)}function ke(){if(g.filter||g.only.length>1)return null;let[t=""]=g.only,{name:e,values:n}=c.types;return t?n.find(o=>t===`${e}:${o}`)??null:""}function Bo(){let{
subset:t,measure:e}=g,n=ke(),o=c.verdicts.find(f=>f.subset===t&&f.type===n&&f.measure===e);if(o)return o.lines;if(!c.verdicts.length&&n===""&&!t&&e===c.first_measure)
return c.verdict.slice(0,c.verdict.length-c.mind.length);let r=P(c.runs.length,f=>E(e,tt(e,f))).filter(f=>Mt(f)&&tt(e,f)!==null);if(!r.length)return[["No run is\
 left.","leaderboard",""]];let i=ot().length,a=i<c.runs.length?` of the ${k(i,"run")} chosen`:"",l=`${M(e)} ${v(tt(e,r[0]),c.measures[e].digits)}`,u=`${c.runs[r[0]].
name} is first${a}: ${l} over ${k(q().length,"topic")}${at()}.`,p=c.boards.some(f=>f.subset===t&&f.measure===e)?"Ranks and shades are from the tests of all runs\
, which hold for fewer, too.":"How sure this order is was not tested.";return[[u,"leaderboard",""],...c.runs.length>1?[[p,"leaderboard",""]]:[]]}function ss(t){return t.order.filter(Mt)}function Io(t){let e=ke(),n=e&&c.ranked.find(i=>i.subset===t.subset&&i.measure===t.measure&&i.type===e),o=t.order.map((i,a)=>a).
filter(i=>Mt(t.order[i])),s=o.map(i=>t.rank[i]).sort((i,a)=>i-a),r=new Map(s.map((i,a)=>[i,a+1]).reverse());return new Map(o.map((i,a)=>{let l=Number(r.get(t.rank[i]));
if(n)return[t.order[i],{rank:l,low:n.low[a],high:n.high[a]}];let[u,d]=[0,0],p=t.apart[i];for(let f of o)p[f]==="<"?u+=1:p[f]===">"&&(d+=1);return[t.order[i],{rank:l,
low:1+u,high:o.length-d}]}))}function Po(t){let e=lt(t),n=e&&Io(e);return Ro(t).map(o=>{let s=n&&n.get(o.run);return s?{...o,rank:Gt(e)?o.rank:s.rank,rankLow:s.
low,rankHigh:s.high}:o})}function Do(t){let e=lt(t);if(!e)return null;if(g.against<0){let s=Io(e);return{run:-1,runs:new Set([...s].filter(([,{low:r}])=>r===1).
map(([r])=>r)),of:s.size}}let n=ss(e),o=e.apart[e.order.indexOf(g.against)];return{run:g.against,runs:new Set(n.filter(s=>o[e.order.indexOf(s)]===".")),of:n.length-
1}}function Ho({run:t,runs:e,of:n}){let{best:o,ranks:s}=c.words,r=[...e].filter(u=>u!==t).map(u=>c.runs[u].name),i=r.length>12?` and ${r.length-12} more`:"",a=`${r.
slice(0,12).join(", ")}${i}`;if(t<0)return`Shaded: ${k(r.length,"run")} of ${n.toLocaleString("en")} ${o.not_shown}: ${a}`;let{name:l}=c.runs[t];return r.length?
`Shaded: ${k(r.length,"run")} of ${n.toLocaleString("en")} ${s.not_shown} than ${l}: ${a}`:`Every other run is ${s.shown}, than ${l}`}var is=900,Wo=1.5;function as({clientWidth:t,scrollWidth:e,firstElementChild:n},o){if(o.count<1/0&&o.window!==window.innerWidth)return{count:1/0,window:window.innerWidth};
if(e<=Wo*t)return o;let r=[...n.tHead.rows[0].cells].filter(i=>i.offsetLeft+i.offsetWidth<=Wo*t).length;return{count:Math.max(1,Math.min(r,o.count-1)),window:window.
innerWidth}}function ls(t){return t===void 0||t===""||Number.isNaN(t)?null:typeof t=="string"?t.toLowerCase():t}function Ve({text:t,kind:e}){return`${t?"text":"\
number"}${e?` ${e}`:""}`}function Ot({columns:t,rows:e,title:n,sorted:o,sortedBy:s,rowAttributes:r,empty:i,most:a=1/0,kind:l,few:u}){let[d,p]=T(o||{column:0}),[
f,m]=T(!1),[$,_]=T(a),[b,w]=T(!1),[x,O]=T({count:1/0,window:0}),S=s&&o?o:d,D=At("thead button, tbody :is(a, button)");et(()=>{let{current:y}=D,C=new ResizeObserver(
()=>{let pt=y.scrollWidth>y.clientWidth;y.classList.toggle("wide",pt),y.tabIndex=(pt||y.scrollHeight>y.clientHeight)&&!y.querySelector("a, button")?0:-1,O(Yt=>y.
clientWidth?as(y,Yt):Yt)});for(let pt of[y,y.firstChild])C.observe(pt)},[]);function Q(y){let C=S.column===y?!S.ascending:!!(t[y].text||t[y].rising);p({column:y,
ascending:C}),s&&s(t[y],C),J(`${n}: sorted by ${t[y].name}, ${C?"ascending":"descending"}`)}function W(){m(!0),D.current.focus()}function X(){w(!0),D.current.focus()}
let j=(y,C)=>b||C<x.count||C===S.column,A=t.filter(j),K=t[S.column]?.value||(()=>0),St=P(e.length,y=>ls(K(e[y])),S.ascending),V=f?St:St.slice(0,$),st=({currentTarget:{
scrollTop:y,clientHeight:C,scrollHeight:pt}})=>{V.length<e.length&&y+C>pt-is&&_($+a)};return h`<div class=${`scroll ${l||""}`.trim()} tabindex="-1" role="region" aria-label=${n} ref=${D} onScroll=${st}>
    <table class=${u&&"few"} onwhole=${()=>[m,w].forEach(y=>y(!0))}>
      <caption>${n}</caption>
      <thead><tr>${t.map((y,C)=>j(y,C)&&us(y,C===S.column&&(S.ascending?"ascending":"descending"),()=>Q(C)))}</tr></thead>
      <tbody>
        ${V.map(y=>h`<tr key=${y} ...${r?r(e[y]):{}}>
          ${t.map((C,pt)=>j(C,pt)&&fs(C,e[y],pt))}</tr>`)}
        ${V.length<e.length&&Fo(t,h`<${Z} pressed=${W}>Show all ${v(e.length,0)} rows; the first ${v(V.length,0)} are shown<//>`)}
        ${!e.length&&Fo(t,i)}
      </tbody>
    </table>
  </div>
  ${cs(t.length-A.length,X)}`}function cs(t,e){return t>0&&h`<p class="caption away"><${Z} pressed=${e}>Show ${k(t,"more column")}<//></p>`}function Fo(t,e="Not\
hing to show."){return h`<tr><td colspan=${t.length}>${e}</td></tr>`}function us(t,e,n){return t.name?h`<th scope="col" key=${t.name} class=${Ve(t)} aria-sort=${e||
null}>
    <button type="button" title=${t.help} onClick=${t.clicked||n}><bdi class="name">${t.name}</bdi></button>${t.under}
  </th>`:h`<td class=${Ve(t)}></td>`}function fs(t,e,n){let o=(t.cell?t.cell(e):t.value(e))??"–";if(o.type==="td")return o;let s=typeof o=="number"?v(o,t.digits):
o;return n?h`<td class=${Ve(t)}>${s}</td>`:h`<th scope="row" class=${Ve(t)}>${s}</th>`}function qo(t){let e=wn(t).trim();return e==="–"?"":e}function wn(t){return Array.
isArray(t)?t.map(wn).join(""):t==null||typeof t=="boolean"?"":t.props?wn(t.props.children):String(t)}function ds(t,e){let n=parseFloat(t.replace("−","-").replaceAll(
",",""));return e||String(n)===t?n:t}function _t({heads:t,rows:e,...n}){let o=t.map((s,r)=>{let i=d=>/^([−+-]?\d[\d.]*)?$/.test(qo(d[r])),[a,l]=Array.isArray(
s)?s:[s,r&&e.every(i)?"number":"text"],u=d=>qo(d[r]);return{name:a,text:l!=="number",kind:l==="prose"?l:"",value:l==="number"||!r?d=>ds(u(d),!!r):u,cell:d=>Number.
isInteger(d[r])?String(d[r]):d[r]}});return h`<${Ot} columns=${o} rows=${e} sorted=${{column:-1}} ...${n} />`}function yn({words:t,make:e}){let[n,o]=T(!1);return h`<details class="data" onToggle=${({
currentTarget:s})=>o(s.open)} onfill=${()=>o(!0)}>
    <summary onClick=${()=>o(!0)}>${t}</summary>${n&&e()}
  </details>`}function ft({title:t,heads:e,rows:n,words:o="Data of this figure"}){return h`<${yn} words=${o} make=${()=>h`<${_t} title=${t} heads=${e} rows=${n()} />`} />`}var Vo=200,zo="these results were read from a directory, without the runs";function Mn(t,e=Bt(t)){return t===null?"–":h`<span class="share" aria-hidden="true"><span style="width: ${(100*
t).toFixed(1)}%" /></span>
    <span class="beside">${e}</span>`}function ze(t,e){let{junk:n,outside:o,negative:s}=c.unjudged;return o[t][e]+(n?0:s[t][e])}var On=()=>c.unjudged?.junk?"jud\
ged as junk":"pooled, not judged";function ps(){let{runs:t,unjudged:e}=c;return t.some(({junk:n})=>n)?[["judged as junk",e?.negative,({junk:n})=>n]]:t.some(({pooled:n})=>n)?
[["not in the pool",e?.outside,n=>n.unjudged-n.pooled],["pooled, not judged",e?.negative,({pooled:n})=>n]]:[]}function hs(){let{runs:t,unjudged:e}=c,n=(i,a)=>({
name:i,value:a,cell:l=>Mn(a(l))}),o=(i,a)=>n(i,l=>t[l].retrieved?a(t[l])/t[l].retrieved:null),s=e?.cutoffs||[],r=[...Kt(),{name:"retrieved",digits:0,value:i=>t[i].
retrieved},...s.map((i,a)=>n(`first ${i}`,l=>ze(l,a))),o("all",i=>i.unjudged),...ps().flatMap(([i,a,l])=>[...a?[n(`first ${s[0]}: ${i}`,u=>a[u][0])]:[],o(`all: ${i}`,
l)])];return h`<${Ot} columns=${r} rows=${[...t.keys()]} title="Share of unjudged documents" most=${Vo} sorted=${{column:Kt().length+1}} />`}function Ge(){return c.
relevance_level&&`relevant from grade ${c.relevance_level}`}function ms(){let t=c.topics.filter(r=>r.judged!==null);if(!t.length)return R("Not known: these resu\
lts were written without a table of topics");let e=["judged","relevant"].map(r=>{let i=t.map(a=>Number(a[r]));return{kind:r,counts:i,sum:i.reduce((a,l)=>a+l,0)}}),
n=[{name:"documents",text:!0,value:({kind:r})=>r},{name:"min",digits:0,value:({counts:r})=>Qt(r,0)},{name:"median",value:({counts:r})=>Zt(r),cell:({counts:r})=>Number(
Zt(r)).toLocaleString("en",{minimumFractionDigits:1,maximumFractionDigits:1})},{name:"max",digits:0,value:({counts:r})=>Qt(r,1)},{name:"sum",digits:0,value:({sum:r})=>r}],
[o,s]=e.map(({sum:r})=>r);return h`
    <${Ot} columns=${n} rows=${e} title="Judged and relevant documents by topic" sorted=${{column:0,ascending:!0}} />
    ${R(k(t.length,"topic"),"documents with a grade in the judgments",Ge(),o&&`${Bt(s/o)} of all judged documents are relevant`)}
    <${ft} words="Of each topic" title="Judged and relevant documents of each topic" heads=${["topic","judged","relevant"]}
      rows=${()=>t.map(r=>[r.id,r.judged,r.relevant])} />`}function $s(){if(!c.uniques)return R(`Not known, because ${zo}`);let t=Math.max(1,...Object.values(c.
uniques)),e=o=>c.runs.filter((s,r)=>Vt(r)===o).length;return h`<${Ot} columns=${[{name:"group",text:!0,value:([o])=>o,cell:([o])=>L(o)},{name:"runs",digits:0,value:([
o])=>e(o)},{name:"unique relevant",value:([,o])=>o,cell:([,o])=>Mn(o/t,v(o,0))}]} rows=${Object.entries(c.uniques)} title="Unique relevant documents by group" sorted=${{
column:2}} />
    ${R("Relevant documents that only this group's runs have within rank 100 of a topic","a run without a group counts as a group of its own",Ge(),xe())}`}function gs(){
let{runs:t,unjudged:e}=c;if(!e)return null;let n=t.map((a,l)=>ze(l,0)),o=n.filter(a=>a===0).length,s=n.indexOf(Math.max(...n)),r=`the first ${e.cutoffs[0]} docu\
ments`;if(o===t.length)return nt(`All of ${r} of every run are judged.`);if(t.length===1)return nt(`Of ${r} ${Bt(n[0])} are unjudged.`);let i=o?`${k(o,"run")} o\
f ${v(t.length,0)} ${o>1?"have":"has"} all of ${r} judged`:`No run has all of ${r} judged`;return nt(`${i}; `,L(t[s].name),` has the most unjudged: ${Bt(n[s])}.`)}
var _s=()=>h`
  ${gs()}${hs()}
  ${R(c.unjudged&&"First k: the share of unjudged documents within rank k, over all judged topics together","all: their share of everything that the run retriev\
ed for its averaged topics",c.unjudged?.junk?"unjudged: not in the judgments, nor in the pool":"unjudged: without a grade of 0 or more in the judgments",!c.unjudged&&
`the shares within the first ranks are not known, because ${zo}`,xe())}
  <div class="columns"><div><h3>Judged and relevant</h3>${ms()}</div>${c.runs.length>1&&h`<div><h3>Found by one group alone</h3>${$s()}</div>`}</div>`;function xn(t,e){
return{name:t,of:n=>n[e].length,cell:({[e]:n})=>n.length?h`<span title=${n.join(", ")}>${n.length}</span>`:"–"}}function kn(t,e){return{name:t,text:!0,of:n=>e(
n).length,cell:n=>h`<bdi class="noticed">${e(n).join("; ")||"–"}</bdi>`}}function Uo(t){return Object.entries(t).map(([e,n])=>`${e}: ${n}`)}var Sn=[{name:"tie\
d documents",of:({tied:t})=>t,cell:({tied:t,retrieved:e})=>t?Mn(Math.min(1,t/Math.max(1,e)),v(t,0)):"–"},xn("topics missing","missing"),xn("topics left out","\
left_out"),xn("topics without judgments","extra"),kn("findings",({findings:t})=>Uo(t)),kn("repairs, lines changed",({repairs:t})=>Uo(t)),kn("warnings",({warnings:t})=>t)];
function bs(){let{runs:t,checked:e,refused:n}=c,o=Sn.filter(({of:a})=>t.some(a)),s=[...t.keys()].filter(a=>o.some(({of:l})=>l(t[a]))),r=Kt(),i=[...r,...o.map(({
name:a,text:l,of:u,cell:d})=>({name:a,text:l,value:p=>u(t[p]),cell:p=>d(t[p])}))];return h`
    ${s.length>0&&h`<${Ot} columns=${i} rows=${s} title="What was noticed of each run" most=${Vo} sorted=${{column:r.length}} />`}
    ${R(e?"Runs were checked before the evaluation; findings and repairs are counted by their names":"Runs were not checked: the task has no key check",t.some(a=>a.
tied)&&"tied documents share their score with another of the same topic; the bar is their share of what was retrieved",s.length<t.length&&`not listed: ${k(t.length-
s.length,"run")} without ties, missing topics or repairs`,n&&`refused before the evaluation, and listed below: ${k(n,"run")}`,xe())}`}it({id:"quality",title:"Qu\
ality of the data",order:100},()=>I(()=>h`<div id="coverage">${_s()}</div><h3>Ties, topics and repairs</h3><div id="repairs">${bs()}</div>`,[]));function Me(){let[t,e]=T(!1);return et(()=>{let[n,o]=[()=>e(!0),()=>e(!1)];return window.addEventListener("beforeprint",n),window.addEventListener("afterprint",
o),()=>{window.removeEventListener("beforeprint",n),window.removeEventListener("afterprint",o)}},[]),t}function dt(t,e,n,o){return h`<text x=${N(t)} y=${N(e)} ...${o}>${n}</text>`}
function re(t,e={}){let n=a=>a.replace(/\{(\w+)\}/g,(l,u)=>e[u]),{title:o,x:s,y:r,key:i}=c.figures[t];return{title:n(o),x:n(s),y:n(r),key:Object.fromEntries(Object.
entries(i).map(([a,l])=>[a,n(l)]))}}function Cn({title:t,description:e=""},n,o){return{viewBox:`0 0 ${n} ${o}`,class:"figure",role:"img","aria-label":`${t}. ${e}`,
style:`max-width: ${n}px`,preserveAspectRatio:"xMinYMin meet"}}function Nn(t){return{onPointerMove:n=>{let[o,s]=[rt("tip"),t(n)];if(o.hidden=s===null,s===null)return;
o.textContent=s;let r=Math.min(n.clientX+14,window.innerWidth-o.offsetWidth-8),i=n.clientY+18+o.offsetHeight<window.innerHeight;o.style.left=`${Math.max(4,r)}px`,
o.style.top=`${i?n.clientY+18:n.clientY-o.offsetHeight-10}px`},onPointerLeave:()=>{rt("tip").hidden=!0}}}function jn(t,e){let n=t.getBoundingClientRect(),o=t.viewBox.
baseVal.width/n.width;return[(e.clientX-n.left)*o,(e.clientY-n.top)*o]}function vs(t,e,{rows:n,columns:o},s){let r=(p,f)=>{for(let m=p;m>=0&&m<n*o;m+=f)if(s(m))
return m;return null};if(t==="End")return r(n*o-1,-1);if(t==="Home"||e===null)return r(0,1);let[i,a]={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[0,-1],ArrowRight:[
0,1]}[t]||[0,0],[l,u]=[Math.floor(e/o)+i,e%o+a];return l>=0&&l<n&&u>=0&&u<o&&s(l*o+u)?l*o+u:null}function Go({left:t,top:e,across:n,down:o,rows:s,columns:r}){return{
itemAt:(i,a)=>{let[l,u]=[Math.floor((a-e)/o),Math.floor((i-t)/n)];return l>=0&&l<s&&u>=0&&u<r?l*r+u:null},outline:i=>Ct(t+i%r*n,e+Math.floor(i/r)*o,n,o)}}function An({
figure:t,size:[e,n],grid:o,there:s=()=>!0,itemAt:r=Go(o).itemAt,outline:i=Go(o).outline,crossed:a,stretch:l,children:u}){let[d,p]=[$t(null),$t(null)],[f,m]=T({figure:t,
item:null,keyed:!1}),$=f.figure===t?f.item:null;et(()=>{f.keyed&&p.current&&p.current.scrollIntoView({block:"nearest",inline:"nearest"})},[f]);let{title:_,item:b,
opens:w=`opens the ${b}`,words:x,open:O,pick:S}=t,D=(y,C)=>{m({figure:t,item:y,keyed:C}),C&&J(x(y)),S&&S(y)},Q=y=>{let[C,pt]=jn(d.current,y),Yt=r(C,pt);return Yt!==
null&&s(Yt)?Yt:null},W=ys(o,l,y=>jn(d.current,y)[0]),X=y=>{if(y.key==="Enter"&&$!==null)O($);else if(l&&y.key==="+")l.around(($||0)%o.columns);else if(l&&/^(-|Escape)$/.
test(y.key))l.whole();else if(/^(Arrow(Up|Down|Left|Right)|Home|End)$/.test(y.key)){let C=vs(y.key,$,o,s);C!==null&&D(C,!0)}else return;y.preventDefault()},j=y=>{
let C=Q(y);C===null||W.ended()||(D(C,!1),S||O(C))},A=Nn(y=>{let C=Q(y);return y.target.dataset.words||(C===null?null:x(C))}),K=`width: ${e}px`,{onPointerDown:St,
onPointerUp:V}=W;return h`<div class="scroll explorable" tabindex="0" role="application" onKeyDown=${X} onClick=${j} ...${A}
      ...${{onPointerDown:St,onPointerMove:y=>{W.onPointerMove(y),A.onPointerMove(y)},onPointerUp:V}}
      aria-label="${_}. Arrow keys move from ${b} to ${b}, Enter ${w}${l?", plus and minus zoom":""}.">
    <svg ref=${d} ...${Cn(t,e,n)} style=${K}>${u}${W.band}
      ${$!==null&&a&&h`<path class="cross" d=${a($)} />`}
      ${$!==null&&h`<path ref=${p} class="mark" d=${i($)} />`}</svg></div>`}var ws=30;function Yo(t,e){let[n,o]=T({figure:t,from:0,to:e}),{from:s,to:r}=n.figure===
t?n:{from:0,to:e},i=(u,d)=>o({figure:t,from:Math.max(0,u),to:Math.min(e,d)}),a=Math.max(1,Math.floor((r-s)/4)),l={from:s,to:r,count:e,whole:()=>o({figure:t,from:0,
to:e}),brushed:(u,d)=>i(s+u,s+d+1),around:u=>i(s+u-a,s+u+a+1)};return{from:s,to:r,stretch:e>ws?l:void 0}}function Jo({stretch:t,what:e}){if(!t)return null;let{from:n,
to:o,count:s}=t;if(o-n===s)return h`<p class="caption hint more">Drag across some of the ${s.toLocaleString("en")} ${e}s to see them larger.</p>`;let[r,i]=[n,s-
o].map(l=>l.toLocaleString("en")),a=`${k(o-n,e)} of ${s.toLocaleString("en")} shown; outside: ${r} to the left, ${i} to the right. `;return h`<p class="caption hint" role="status">${a}<button type="button" onClick=${t.
whole}>Show all</button></p>`}function ys({left:t,top:e,across:n,down:o,rows:s,columns:r},i,a){let[l,u]=T(null),d=$t(!1),p=$=>Math.min(r-1,Math.max(0,Math.floor(
(a($)-t)/n))),[f,m]=l?[Math.min(...l),Math.max(...l)]:[0,0];return{onPointerDown:$=>{i&&$.pointerType!=="touch"&&!$.button&&u([p($),p($)])},onPointerMove:$=>{l&&
!$.buttons?u(null):l&&u([l[0],p($)])},onPointerUp:()=>{d.current=m>f,i&&m>f&&i.brushed(f,m),u(null)},ended:()=>[d.current,d.current=!1][0],band:m>f&&h`<path class="band" d=${Ct(
t+f*n,e,(m+1-f)*n,s*o)} />`}}function Xo(t,e,n,o=String){return n.ticks.map(s=>h`<path class="grid" d="M${t} ${N(n(s))}H${e}" />${dt(t-8,n(s)+4,o(s),{class:"tic\
k","text-anchor":"end"})}`)}function Qo(t,e){return e&&dt(12,t,e,{"text-anchor":"middle",transform:`rotate(-90 12 ${N(t)})`})}function Zo({left:t,right:e,top:n,
bottom:o},s,r,i,a){return h`${Xo(t,e,r)}${s.ticks.map(l=>h`<path class="axis" d="M${N(s(l))} ${o}v5" />${dt(s(l),o+20,String(l),{class:"tick","text-anchor":"mid\
dle"})}`)}
    <path class="axis" d="M${t} ${n}V${o}H${e}" />
    ${dt((t+e)/2,o+40,i,{"text-anchor":"middle"})}${Qo((n+o)/2,a)}`}function mt({listed:t}){return h`<ul class="signs">${t.map(([e,n])=>h`<li>
    <svg width="16" height="12" aria-hidden="true"><path ...${e} /></svg>${n}</li>`)}</ul>`}var tr={bar:(t,e,[n,o])=>`${xt([t(n,-e),t(o,-e),t(o,e),t(n,e)])}z`,box:(t,e,n)=>tr.
bar(t,e,n),whisker:(t,e,n)=>[n.slice(0,2),n.slice(2)].map(o=>xt(o.map(s=>t(s,0)))).join("")+[n[0],n[n.length-1]].map(o=>xt([t(o,-e/2),t(o,e/2)])).join(""),tick:(t,e,[
n])=>xt([t(n,-e),t(n,e)])},Ko={point:4,outliers:2.4},xs={bar:"bar",box:"box",whisker:"axis",tick:"median",point:"own",outliers:"dot"};function ks({kind:t,of:e,class:n=xs[t],
colour:o=()=>"",words:s,half:r=1/0},i,a,l){let u=Array.from({length:i},(f,m)=>[e(m)].flat().filter($=>$!==null));if(Ko[t])return u.map((f,m)=>f.map(($,_)=>{let[
b,w]=a(m)($,0).map(N);return h`<circle class=${typeof n=="function"?n(m):o(m)?null:n} cx=${b} cy=${w}
        r=${Math.min(Ko[t],Math.max(2.5,l))} fill=${o(m)||null}
        data-words=${s&&s(m,_)} />`}));let d=new Map;u.forEach((f,m)=>{if(!f.length)return;let $=d.get(o(m))||[];$.push(tr[t](a(m),Math.min(r,l),f)),d.set(o(m),
$)});let p=f=>t==="whisker"||t==="tick"?{stroke:f,"stroke-width":1.5}:{fill:f};return Array.from(d,([f,m])=>h`<path d=${m.join("")} ...${f?p(f):{class:n}} />`)}
function Dt({figure:t}){let{from:e,to:n,stretch:o}=Yo(t,t.names.length),s=I(()=>Ms(t,e,n),[t,e,n]),{names:r,axis:i,marks:a,height:l=210,most:u=10,lines:d=[],pointed:p,
defs:f}=s,m=Me(),[$,_,b]=[60,p?18:10,r.length],w=_+l,x=(Ft(m,t.share)-74)/Math.max(1,b),O=Math.min(44,x<5?x:Math.floor(x)),S=$+O*b,D=Math.min(u,Math.max(...r.map(
j=>Array.from(j).length))),Q={left:$,top:_,across:O,down:l,rows:1,columns:b},W=I(()=>{let j=Et(i.low,i.high,w,_,i.most),A=V=>$+(V+.5)*O,K=V=>(st,y)=>[A(V)+y,j.clamped(
st)],St=(V,st)=>{let[y,C]=[N(A(st)+4),w+8];return st%He(O)?null:dt(y,C,ht(V,u),{class:"small","text-anchor":"end",transform:`rotate(-90 ${y},${C})`})};return h`<defs>${f}</defs>
      ${[Xo($,S,j,i.words),r.map(St),Qo((_+w)/2,i.label)]}
      ${a.map(V=>ks(V,b,K,Math.max(O/2,Math.min(1,O))-(O>4?1:0)))}
      ${d.map(([V,st])=>h`<path class=${st} d="M${$} ${N(j.clamped(V))}H${S}" />`)}
      ${p&&dt(A(p[0]),j.clamped(p[1])-4,"▼",{"text-anchor":"middle",class:"small"})}`},[s,O]),X=[Math.max(S+12,Math.min(340,Ft(m,t.share))),w+20+6*D];return h`<${An} figure=${s} size=${X} grid=${Q} stretch=${o}>${W}<//><${Jo} stretch=${o} what=${t.
item} />`}function Ms(t,e,n){if(n-e===t.names.length)return t;let o=r=>typeof r!="function"?r:(i,...a)=>r(i+e,...a),{pointed:s}=t;return{...t,names:t.names.slice(
e,n),words:o(t.words),open:o(t.open),marks:t.marks.map(r=>({...r,of:o(r.of),colour:o(r.colour),words:o(r.words),class:o(r.class)})),pointed:s&&s[0]>=e&&s[0]<n?[
s[0]-e,s[1]]:void 0}}function er({axis:t,value:e,low:n,high:o,width:s,error:r,colour:i}){let[a,l,u]=[e,n,o].map(f=>N(t.clamped(f))),d=`${v(n)} to ${v(o)}`,p=[[n>=
t.low,l],[o<=t.high,u]].map(([f,m])=>f?`M${m} 5v8`:"").join("");return h`<span class="hidden">${d}</span><svg class="whisker" viewBox=${`0 0 ${s} 18`} aria-hidden="true" style="width:${s}px;${i?
`fill:${i};stroke:${i}`:""}" ...${Nn(()=>d)}>
    ${r&&h`<path class="sample-error" d="M${N(t.clamped(e-r))} 9H${N(t.clamped(e+r))}" />`}
    <path d="M${l} 9H${u}${p}" /><circle cx=${a} cy="9" r="3.5" /></svg>`}function Os(t,e){let n=t/Math.max(1,e);return n<2?n:Math.floor(n)}function Ss({rows:t,
columns:e,ids:n},o){let s=o?n:e,r=Math.max(...s.map(p=>p.length)),[i,a]=Lt()&&!o?[92,62]:[160,104],l=42+Math.round(5.6*Math.min(17,r)),u=Math.min(72,Os(Ft(o)-i-
a-2,e.length)),d=o?Math.min(12,(pn.height-l-6)/t.length):Math.min(24,Math.max(12,Math.floor(600/t.length)));return{left:i,top:l,across:u,down:d,rows:t.length,columns:e.
length,beyond:a,heads:s,every:He(u,o?8:11),everyRow:He(d,6.3)}}function js(){return h`<defs><pattern id="hatched" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <path class="axis" d="M0 0V5" /></pattern></defs>`}function Cs({looks:t,look:e},{left:n,top:o,across:s,down:r,rows:i,columns:a}){let l=t.map(()=>[]),u=s>14?
1:0;for(let d=0;d<i;d+=1)for(let p=0;p<a;p+=1){let f=e(d,p);l[f].push(Ct(n+p*s,o+d*r,Math.max(.2,s-u),r-u))}return t.map((d,p)=>l[p].length>0&&h`<path class="cells" ...${d} d=${l[p].
join("")} />`)}function Ns({margins:t},{left:e,top:n,across:o,down:s,columns:r,everyRow:i}){if(!t)return null;let a=e+r*o,l=({fill:u,words:d,tag:p,text:f},m)=>h`
    <path class="margin" d=${Ct(a+4,n+m*s,12,s)} fill=${u} data-words=${d} />
    <path fill=${p?.fill} d=${Ct(e-6,n+m*s+1,4,s-2)} data-words=${p?.words} />
    ${m%i?null:dt(a+20,n+(m+.5)*s+Math.min(4,s/2),f||"",{class:"small tick"})}`;return h`${t.rows.map(l)}${t.columns.map(({fill:u,words:d},p)=>h`
    <path class="margin" d=${Ct(e+p*o,n-16,o,12)} fill=${u} data-words=${d} />`)}
    ${dt(e-10,n-6,t.above,{class:"small tick","text-anchor":"end"})}
    ${dt(a+20,n-6,t.beside,{class:"small tick"})}`}function As({rows:t},{left:e,top:n,across:o,down:s,heads:r,every:i,everyRow:a}){return h`${t.map((l,u)=>u%a?null:
dt(e-10,n+(u+.5)*s+Math.min(4,s/2),ht(l,Lt()?12:24),{class:"small","text-anchor":"end"}))}
    ${r.map((l,u)=>{let[d,p]=[e+(u+.5)*o+3,n-22];return u%i?null:dt(d,p,ht(l,17),{class:"small",transform:`rotate(-65 ${N(d)} ${p})`})})}`}function nr({figure:t}){
let{from:e,to:n,stretch:o}=Yo(t,t.columns.length),s=I(()=>Ts(t,e,n),[t,e,n]),r=Ss(s,Me()),{left:i,top:a,across:l,down:u,rows:d,columns:p,beyond:f,every:m,everyRow:$}=r,
[_,b]=[i+l*p,a+u*d],w=I(()=>h`${js()}${Cs(s,r)}${Ns(s,r)}${As(s,r)}`,[s,l,u,r.heads]),x=S=>{let[D,Q]=[Math.floor(S/p),S%p],[W,X]=[i+Q*l,a+D*u];return`M${i} ${X+
u/2}H${W}M${W+l} ${X+u/2}H${_}M${W+l/2} ${a}V${X}M${W+l/2} ${X+u}V${b}`},O=[m>1&&`one topic of ${m}`,$>1&&`one run of ${$}`].filter(Boolean).join(" and ");return h`<${An} figure=${s} size=${[
_+f,b+6]} grid=${r} crossed=${x} stretch=${o}>${w}<//>
    ${O&&h`<p class="caption hint">Named: ${O}.</p>`}<${Jo} stretch=${o} what="topic" />`}function Ts(t,e,n){let{columns:o,ids:s,margins:r,look:i,words:a,open:l,
pick:u}=t;if(n-e===o.length)return t;let d=p=>Math.floor(p/(n-e))*o.length+e+p%(n-e);return{...t,columns:o.slice(e,n),ids:s.slice(e,n),margins:r&&{...r,columns:r.
columns.slice(e,n)},look:(p,f)=>i(p,f+e),words:p=>a(d(p)),open:p=>l(d(p)),pick:u&&(p=>u(d(p)))}}function or({title:t,low:e,high:n,colour:o,steps:s,missing:r}){let[
i,a]=[300,12],l=d=>a+(d-e)/(n-e)*i,u=`${t} from ${v(e,2)} to ${v(n,2)}`;return h`<svg ...${Cn({title:"Colours",description:u},i+2*a+(r?130:10),36)}>
    ${Array.from({length:s},(d,p)=>h`<path class="cells" fill=${o(p/(s-1))}
      d=${Ct(a+p*i/s,2,i/s+.5,12)} />`)}
    ${de(e,n,5).filter(d=>d>=e&&d<=n).map(d=>h`<path class="axis" d="M${N(l(d))} 14v4" />${dt(l(d),31,String(d).replace("-","−"),{class:"tick","text-anchor":"\
middle"})}`)}
    ${r&&h`<path d=${Ct(a+i+20,2,16,12)} fill="url(#hatched)" class="outlined" />
      ${dt(a+i+42,12,r,{class:"tick"})}`}</svg>`}function rr({figure:t}){let e=Me(),{x:n,y:o,points:s}=t,r=Math.min(480,Ft(e,t.share)),i=Math.round(r*.8),a={left:56,
right:r-14,top:10,bottom:i-52},[l,u]=I(()=>{let[p,f]=[Et(n.low,n.high,a.left,a.right),Et(o.low,o.high,a.bottom,a.top)],m=s.map(({at:_})=>[p.clamped(_[0]),f.clamped(
_[1])]),$=_=>m.filter((b,w)=>s[w].class===_).map(([b,w])=>hn(b,w,s.length>400?2:3.5)).join("");return[h`${Zo(a,p,f,n.label,o.label)}<path class="axis" d=${xt([[
p(n.low),f(o.low)],[p(n.high),f(o.high)]])} />
      ${[...new Set(s.map(_=>_.class))].map(_=>h`<path class=${_} d=${$(_)} />`)}`,m]},[t,r]),d=(p,f)=>{let m=u.map(([_,b])=>Math.hypot(_-p,b-f)),$=m.indexOf(Math.
min(...m));return m[$]<12?$:null};return h`<${An} figure=${t} size=${[r,i]} grid=${{...a,across:1,down:1,rows:1,columns:s.length}} itemAt=${d}
    outline=${p=>hn(u[p][0],u[p][1],6)}>${l}<//>`}function sr({figure:t,width:e,lit:n,onLit:o}){let{x:s,y:r,lines:i,context:a,diagonal:l,dotted:u}=t,[d,p]=[Math.
round(e*.75),e<420?10:16],f={left:56,right:e-16-6*p,top:10,bottom:d-52},[m,$]=[Et(s.low,s.high,f.left,f.right),Et(r.low,r.high,f.bottom,f.top)],_=j=>j.map(([A,K])=>[
m(A),$(K)]),[b,w,x]=I(()=>[h`${Zo(f,m,$,s.label,r.label)}${l&&h`<path class="grid" d=${xt(_([[0,0],[1,1]]))} />`}
      <path class="band" d=${xt(_(Es(t)))} /><path class="context" d=${a.map(j=>xt(_(j))).join("")} />`,new Map(i.map(({key:j,points:A})=>[j,h`<path d=${xt(_(A))} />${u&&
_(A).map(([K,St])=>h`
      <circle cx=${N(K)} cy=${N(St)} r="2.5" stroke-dasharray="none" />`)}`])),Ls(i.map(j=>({...j,end:_(j.points).at(-1)||[]})),f,p)],[t,e]),O=$t(null),S=j=>{let[
A,K]=jn(O.current,j);return i.flatMap(({key:V,points:st})=>_(st).map(([y,C],pt)=>({key:V,index:pt,far:Math.hypot(y-A,C-K)}))).reduce((V,st)=>st.far<V.far?st:V,{
key:null,index:0,far:30})},{onPointerMove:D,onPointerLeave:Q}=Nn(j=>{let{key:A,index:K}=S(j);return o(A),A===null?null:t.words(A,K)}),W=i.some(({key:j})=>j===n),
X=W?[...i.filter(({key:j})=>j!==n),...i.filter(({key:j})=>j===n)]:i;return h`<svg ref=${O} ...${Cn(t,e,d)} onPointerMove=${D} onPointerLeave=${()=>{Q(),o(null)}}>
    ${b}<g class=${W?"lines some":"lines"}>${X.map(({key:j,style:A})=>h`<g key=${j} class=${j===n?"lit":null} ...${A}>${w.get(j)}</g>`)}</g>${x}</svg>`}function Es({
shared:t,context:e}){if(!t||e.length<4)return[];let n=o=>e[0].map(([s],r)=>[s,Number(Qt(e.map(i=>i[r][1]),o))]);return[...n(.25),...n(.75).reverse()]}function Ls(t,{
right:e,top:n,bottom:o},s){if(t.length>12)return[];let r=o+14;return t.sort((i,a)=>a.end[1]-i.end[1]).map(({name:i,style:a,end:[l,u]},d)=>(r=Math.min(Math.max(u,
n+12*(t.length-1-d)),r-12),h`<path class="lead" d="M${N(l)} ${N(u)}L${e+6} ${N(r)}" stroke=${a.stroke} />${dt(e+9,r+3,ht(i,s),{class:"small",style:`fill:${a.stroke}`})}`))}function ar(){let{curves:{levels:t,cutoffs:e,subsets:n},unit:o}=c,s=lr(),r=n[g.subset]||n[""],i=(l,u)=>{let d=r[l];if(!d)return[];let[p,f]=u(d);return p.map((m,$)=>[
m,f[$]/o])},a=[{name:"levels",positions:t,shared:!0,points:l=>i(l,([u])=>[t,u]),words:(l,[u,d])=>`recall ${u}: precision ${v(d)}`,cells:([,l])=>l,head:l=>`recal\
l ${l}`},{name:"cutoffs",positions:e,dotted:!0,points:l=>i(l,([,u,d])=>[d.map(p=>p/o),u]),words:(l,[u,d])=>`first ${e[l]} documents: precision ${v(d)}, recall ${v(
u)}`,cells:([l,u])=>`${v(u)} / ${v(l)}`,head:l=>`P / R at ${l}`}];return s&&a.push({name:"roc",positions:s.false,diagonal:!0,shared:!0,points:l=>s.false.flatMap(
(u,d)=>s.true[l][d]===null?[]:[[u,Number(s.true[l][d])]]),words:(l,[u,d])=>`false positive rate ${u}: true positive rate ${v(d)}`,cells:([,l])=>l,head:l=>`at ${l}`}),
a.filter(l=>l.positions.length)}function lr(){let{roc:t}=c;return t&&{false:t.false,...t.subsets[g.subset]||t.subsets[""]}}function cr(){let t=ur();return[...c.
runs.keys()].filter(e=>e<5||t.length<=6&&t.includes(e))}function ur(){let t=new Map;return c.runs.forEach((e,n)=>{t.has(Vt(n))||t.set(Vt(n),n)}),[...t.values()]}
function Rs(t,e,n){let o=c.runs.map((d,p)=>t.points(p)),s=d=>Math.max(.1,...o.flat().map(p=>p[d])),{title:r,x:i,y:a}=re(t.name),l=e.filter(d=>o[d].length);return{
...t,title:r,description:"The numbers are in the table below it.",words:(d,p)=>{if(!t.shared)return`${c.runs[d].name}
${t.words(p,o[d][p])}`;let f=P(l.length,m=>o[l[m]][p][1]).slice(0,16).map(m=>l[m]);return[t.head(o[d][p][0]),...f.map(m=>`${v(o[m][p][1])}  ${c.runs[m].name}${m===
d?" ◂":""}`)].join(`
`)},x:{label:i,low:0,high:s(0)},y:{label:a,low:0,high:s(1)},lines:l.map(d=>({key:d,name:c.runs[d].name,points:o[d],style:n(d)})),context:ot().map(d=>o[d]).filter(
d=>d.length)}}function Bs(){let{curves:t}=c,e=lr(),n=new Set(g.subset in t.subsets?q():c.topics.keys()),o=c.runs.map((r,i)=>[...n].filter(a=>c.values[0][a][i]!==
null).length).filter(Boolean),s=r=>k(Math.min(...r),"topic",Math.max(...r));return R(c.runs.length>1&&`Grey: ${ot().length<c.runs.length?"the runs that are left":
"all runs"}; at recall levels also the band between their quartiles`,"interpolated precision is the best precision from the rank on that reaches the recall leve\
l","precision at a cutoff divides by the cutoff, also where a run has fewer documents",`both are means over ${s(o)}`,e&&`ROC: over the judged documents alone, a\
veraged vertically (the true positive rate at each false positive rate) over ${s(e.topics)} with relevant and judged non-relevant documents; grey: by chance`,c.
relevance_level&&`relevant from grade ${c.relevance_level}`,yt())}function Is(){let{levels:t,subsets:e}=c.curves,n=e[g.subset]||e[""],o=[.1,.5].map(a=>t.indexOf(
a)).filter(a=>a>=0),s=ot().filter(a=>n[a]);if(!o.length||s.length<2)return null;let r=o.map(a=>{let l=d=>Number(n[d]?.[0][a]),u=s.reduce((d,p)=>l(p)>l(d)?p:d);return{
run:u,words:` at recall ${t[a]} (${v(l(u)/c.unit)})`}}),i=a=>a>0&&r[a-1].run===r[a].run;return nt(r.map(({run:a,words:l},u)=>[u>0&&(i(u)?" and":"; "),!i(u)&&U("\
run",a),!u&&" has the highest precision",l]),".")}function Ps(){return g.subset&&!(g.subset in c.curves.subsets)&&h`<p class="warning">Curves are means over all topics, not over the subset ${g.
subset}.</p>`}function Ds(t){let e=$t(new Map).current;for(let o of[...e.keys()])t.includes(o)||e.delete(o);for(let o of t){let s=[...e.values()];e.has(o)||e.set(
o,[...c.runs.keys()].findIndex(r=>!s.includes(r)))}let n=gt();return o=>({...Xt(e.get(o)||0),...g.colour?{stroke:n.ofRun(o)}:{}})}function fr(t){return t?`${v(t,
0)} of ${k(c.runs.length,"run")} drawn`:"no run is drawn: choose some in the list"}function ir(t){let e=[...t].sort((n,o)=>n-o);F({curves:e.map(n=>c.runs[n].name)}),
J(fr(e.length))}function Hs(){let{curves:t,colour:e,filter:n,only:o,subset:s}=g,r=Me(),[i,a]=T(null),l=[...c.runs.keys()].filter(_=>t.includes(c.runs[_].name)),
u=Ds(l),d=I(()=>{let _=w=>h`<svg class="sample" viewBox="0 0 26 10" aria-hidden="true">
      ${l.includes(w)&&h`<path d="M0 5H26" stroke-width="3" ...${u(w)} />`}</svg>`,b=c.runs.map(({name:w},x)=>({key:x,name:w,before:_(x),near:()=>a(x)}));return h`<${_e} title=${`\
Runs, the best first by ${M(c.first_measure)}`} items=${b} checked=${l} changed=${ir} />`},[t,e]),p=I(()=>ar().map((_,b,{length:w})=>{let x=Rs(_,l,u),O=r?Ft(r):
Number(rt("curves").querySelector(".content")?.clientWidth);return{figure:x,width:Math.max(280,Math.min(660,Math.floor(O/Math.min(w,r?2:w))-20)),table:h`<${ft} title=${x.
title} heads=${["run",..._.positions.map(_.head)]}
        rows=${()=>l.map(S=>[c.runs[S].name,..._.points(S).map(_.cells)])} />`}}),[t,e,n,o,s,r]),f=(_,b)=>h`<${Z} pressed=${()=>ir(b())}>${_}<//>`,m=()=>P(c.runs.
length,_=>E(g.measure,tt(g.measure,_))),$=h`<${ut}>${f("Best 5",()=>m().filter(Mt).slice(0,5))}
      ${c.runs.some(_=>_.group)&&f("Best of each group",()=>ur().filter(Mt))}
      ${f("All",ot)}${f("None",()=>[])}<span class="caption">${fr(l.length)}</span><//>
    <div onPointerLeave=${()=>a(null)}>${d}</div>`;return h`${Is()}${c.runs.length>1&&$}${Ps()}${e&&h`<${mt} listed=${Pt(gt())} />`}
    <div class="columns">${p.map(({figure:_,width:b,table:w})=>h`<div><h3>${_.title}</h3>
      <${sr} figure=${_} width=${b} lit=${i} onLit=${a} />${w}</div>`)}</div>${Bs()}`}it({id:"curves",title:"Precision and recall",order:20},()=>ar().length?h`<${Hs} />`:
R("There are no curves: no topic was averaged, or the judgments are a sample"));var Tn=new Map;function Ln(t){if(!Tn.has(t)){let{docs:e,runs:n}=c.first.topics[t],o=e.map(()=>0);for(let s of n)for(let r of new Set(s))o[r]+=1;Tn.set(t,o)}return Tn.
get(t)}function Ws(t){return t>=Number(c.relevance_level)?["relevant","●",`relevant${t>1?`, grade ${t}`:""}`]:t>=0?["nonrelevant","○",`not relevant${t>0?`, \
grade ${t}`:""}`]:t===-1?["unjudged","?","unjudged"]:[c.unjudged?.junk?"nonrelevant":"unjudged","×",On()]}function Ke(t){let[e,n,o]=Ws(t);return h`<span class="grade ${e}"><span aria-hidden="true">${n} </span>${o}</span>`}
function Ye(t){let[e,n]=Object.hasOwn(c.texts,t)?c.texts[t]:["",""];return h`${L(t,1/0)}${e&&h`<bdi class="doc title">${e}</bdi>`}${n&&h`<bdi class="doc">${n}</bdi>`}`}
function Fs(t,e,n){let{docs:o,grades:s,runs:r}=c.first.topics[e],i=Ln(e),a=H(t,e,n),l=a===null?"not evaluated on this topic":`${M(t)} ${v(a,c.measures[t].digits)}\
, rank ${te(t,e,n)}`,u=r[n].map((d,p)=>[String(p+1),Ke(s[d]),Ye(o[d]),...c.runs.length>1?[String(i[d]-1)]:[]]);return h`<div class="first" key=${n}><h4>${U("run",
n)} ${l}</h4>
    ${u.length?h`<${_t} title="First documents of ${G(c.runs[n].name)}" rows=${u}
      heads=${[["rank","number"],["judgment","text"],["document","prose"],...c.runs.length>1?[["others","number"]]:[]]} />`:h`<p>The run retrieved nothing for this topic.</p>`}</div>`}
var En={best:"best",median:"median",chosen:"chosen run",none:"no other run"};function dr(){let{measure:t,topic:e,run:n}=g,[o,s]=T(["best",c.runs.length>1?"media\
n":"none"]),r=At("a"),i=P(c.runs.length,f=>E(t,H(t,e,f))),a=i.filter(f=>H(t,e,f)!==null),l={best:a[0],median:a[Math.floor(a.length/2)],chosen:n},u=f=>l[f]??Number(
f),d=(f,m)=>{let _=[...Object.keys(En).filter(b=>m||b!=="none").map(b=>[b,b==="none"?En.none:`${En[b]}: ${c.runs[u(b)].name}`]),...i.map(b=>[b,`${c.runs[b].name}\
 ${v(H(t,e,b),c.measures[t].digits)}`])];return h`<${oe} words=${f} options=${_} value=${o[m]}
      changed=${b=>s(o.map((w,x)=>x===m?b:w))} />`},{depth:p}=c.first;return h`<h3>What the runs found first</h3>
    ${c.runs.length>1&&h`<${ut}>${["Documents of","beside those of"].map(d)}<//>`}
    <div class="columns" ref=${r}>${[...new Set(o.filter(f=>f!=="none").map(u))].map(f=>Fs(t,e,f))}</div>
    ${R(`The first ${p} documents of a run on the topic above`,c.runs.length>1&&`others: how many of ${k(c.runs.length-1,"other run")} have the document among t\
heir first ${p}`,Ge(),"unjudged: not in the judgments",c.unjudged?.negative.flat().some(Boolean)&&`${On()}: in the judgments with a grade below 0`)}`}var Oe=50,Rn={id:["topic",()=>P(c.topics.length,t=>t,!0)],hardest:["difficulty, hardest first (median of the runs)",t=>P(c.topics.length,e=>E(t,kt(t,e).median),
!0)],relevant:["number of relevant documents",()=>P(c.topics.length,t=>c.topics[t].relevant)]},Bn={value:["value, best first",t=>P(c.runs.length,e=>E(t,tt(t,e)))],
name:["name",()=>P(c.runs.length,t=>c.runs[t].name.toLowerCase(),!0)],group:["group",()=>P(c.runs.length,t=>Vt(t).toLowerCase(),!0)]},Je=()=>g.heat==="residual";
function hr(t){let[e,n]=bt(t);return{of:(s,r)=>H(t,s,r),low:e,high:n,colour:s=>dn(s)}}function qs(t){if(!Je())return hr(t);let e=c.topics.map((r,i)=>Number(kt(t,
i).median)),n=(r,i)=>{let a=H(t,r,i);return a===null?null:a-e[r]},o=Math.max(1e-9,...e.flatMap((r,i)=>c.runs.map((a,l)=>Math.abs(n(i,l)||0)))),s=c.measures[t].lower_is_better?
1:0;return{of:n,low:-o,high:o,colour:r=>dn(Math.abs(s-r),Mo)}}function Us({low:t,high:e},n){return n===null?Oe:Math.round((n-t)/(e-t)*(Oe-1))}function Vs({colour:t}){
return[...Array.from({length:Oe},(e,n)=>t(n/(Oe-1))),"url(#hatched)"].map(e=>({fill:e}))}function pr({low:t,high:e,colour:n},o){return o===null?"url(#hatched)":
n((o-t)/(e-t))}function zs(t,e,n,o){let{digits:s}=c.measures[t],[r,i]=[hr(t),gt()],a=n.map(u=>{let d=G(c.runs[u].name),p=ee(t,u,e),f=Je()?qt(e.map($=>o.of($,u))):
p,m=i.name&&wt(i.name,u);return{fill:pr(o,f),text:v(p,s?4:1),words:`${d}
${Je()?"mean difference from the median":"mean"} ${v(f,s?4:1)}`,tag:{fill:i.ofRun(u),words:m?`${d}
${i.name} ${G(m)}`:d}}}),l=e.map(u=>{let d=kt(t,u).median;return{fill:pr(r,d),words:`${Ue(u)}
median of all runs ${v(d,s)}`}});return{rows:a,columns:l,above:"median of all runs",beside:Rt(t)?"geometric mean":"mean"}}function Gs(t,e,n,o,s,r){let{title:i,x:a,
y:l}=re("heat-map",{measure:M(t),...o}),u=p=>({topic:e[p%e.length],run:n[Math.floor(p/e.length)]}),d={title:`${i}: ${k(n.length,"run")} on ${k(e.length,"topic")}`,
description:`Rows: ${l}. Columns: ${a}.`,item:"cell",opens:"opens the topic",rows:n.map(p=>c.runs[p].name),columns:e.map(p=>`${c.topics[p].id} ${c.topics[p].title||
""}`.trim()),ids:e.map(p=>c.topics[p].id),looks:Vs(s),look:(p,f)=>Us(s,s.of(e[f],n[p])),margins:zs(t,e,n,s),words:p=>{let{topic:f,run:m}=u(p);return`${Ue(f)}
${G(c.runs[m].name)}
${mr(t,f,m)}`},open:p=>be("topic",u(p).topic),pick:p=>r({figure:d,...u(p)})};return d}function mr(t,e,n){let o=H(t,e,n);return o===null?"not evaluated":`${M(t)}\
 ${v(o,c.measures[t].digits)}, rank ${te(t,e,n)}`}function Ks(t){let{measure:e}=g,[n,o]=[new Set(q()),new Set(ot())],[[s,r],[i,a]]=[Rn[g.topics_by]||Rn.hardest,
Bn[g.runs_by]||Bn.value],[l,u]=[r(e).filter($=>n.has($)),a(e).filter($=>o.has($))];if(!u.length||!l.length)return null;let[d,p,f]=[qs(e),c.values[e].some($=>$.includes(
null)),gt()];return{figure:Gs(e,l,u,{topics:s,runs:i},d,t),above:h`<div class="legend"><${or} title=${M(e)} ...${d} steps=${Oe} missing=${p&&"not evaluated"} />
      ${f.name&&h`<${mt} listed=${Pt(f)} />`}</div>`,below:h`${R(`${M()} of each run on each topic${Je()?", minus the median of all runs on the topic: blue is b\
etter, orange is worse":""}`,yt(),"on the right the mean of each run, above the median of each topic",`topics by ${s}`,`runs by ${i}`)}
      <${ft} title=${`${M()} by topic and run`} heads=${["topic","median of all runs",...u.map($=>c.runs[$].name)]}
        rows=${()=>l.map($=>[c.topics[$].id,kt(e,$).median,...u.map(_=>H(e,$,_))])} />`}}function Ys(t){let e=ot(),n=q().map(i=>{let{q1:a,q3:l}=e.length===c.runs.
length?kt(t,i):he(t,e.map(u=>H(t,i,u)));return{topic:i,low:a,high:l,spread:a===null||l===null?0:l-a}});if(!n.length||e.length<2)return null;let o=n.reduce((i,a)=>a.
spread>i.spread?a:i),{digits:s}=c.measures[t],{title:r}=c.topics[o.topic];return o.spread>0&&nt("Runs differ most on topic ",U("topic",o.topic),r&&` (${r})`,`: \
the middle half of them has ${M(t)} from ${v(o.low,s)} to ${v(o.high,s)}.`)}function Js(){let{measure:t,heat:e,topics_by:n,runs_by:o,filter:s,only:r,subset:i,colour:a}=g,
[l,u]=T(null),d=I(()=>Ks(u),[t,e,n,o,s,r,i,a]),p=c.topics.some($=>$.relevant!==null),f=$=>Object.entries($).filter(([_])=>_!=="relevant"||p).map(([_,[b]])=>[_,b]),
m=I(()=>Ys(t),[t,i,s,r]);return h`${m}<${ut}><${ct} words="Topics by" name="topics_by" options=${f(Rn)} />
      <${ct} words="Runs by" name="runs_by" options=${f(Bn)} />
      <${ct} words="Cells show" name="heat" options=${[["","values"],["residual","values minus the topic's median"]]} /><//>
    ${d?h`${d.above}<${nr} figure=${d.figure} /><p class="readout">${l&&l.figure===d.figure?h`<b>${mr(t,l.topic,l.run)}</b> · topic ${U("topic",l.topic)} · run ${U(
"run",l.run)}`:"Click a cell, or move with the arrow keys, to see which it is."}</p>${d.below}`:R("No run is left by the filter, or no topic is in the subset")}`}
it({id:"heatmap",title:"Topics and runs",order:30,there:()=>c.runs.length>1&&c.topics.length>1},Js);var gr=[{sign:"†",says:"does not answer exactly the judged topics",of:({missing:t,left_out:e,extra:n})=>[[t,"missing"],[e,"left out"],[n,"ignored"]].filter(([
o])=>o.length).map(([o,s])=>`${o.length} ${s}`).join(", ")},{sign:"‡",says:"has documents that share their score with another of the same topic",of:({tied:t})=>t?
`${v(t,0)} tied`:""},{sign:"§",says:"was repaired before the evaluation, lines changed",of:({repairs:t})=>Object.entries(t).map(([e,n])=>`${e}: ${n}`).join(", ")}],
Xs=40,Qs="The standard error that the sample of judgments leaves";function Zs(t,e){let n=gt(),o=lt(t),s=Gt(o),r=s?" of mean":"",i=Lt(),[a,...l]=Kt(({run:p})=>p,
ni),u=Object.entries({...g.subset&&{"all topics":[...c.topics.keys()]},...c.subsets}).filter(([p])=>p!==g.subset);return[a,e&&{name:`${Ut()} interval${r}`,key:"\
interval",value:({mean:p})=>p,cell:({run:p,mean:f,low:m,high:$,error:_})=>typeof m!="number"?"–":h`<${er} axis=${e} value=${f} low=${m} high=${$} error=${_} width=${Xe()} colour=${n.
ofRun(p)} />`,under:h`<span class="ends" style="width:${Xe()}px"><span>${e.low}</span><span>${e.high}</span></span>`},...l.map(p=>({...p,key:p.name,rare:i})),{name:"\
rank",key:"rank",rare:i,kind:"begins",rising:!0,digits:0,value:({rank:p})=>p},...P(c.measures.length,p=>Number(i&&p===t)).map(p=>({...ei(p,p===t),key:c.measures[p].
label})),...u.map(p=>ti(t,p)),s&&{name:"mean",kind:"begins",value:({mean:p})=>p},...o?[{name:`ranks${r}`,key:"ranks",kind:"begins",rising:!0,help:c.words.ranks.
text,value:({rankLow:p,rankHigh:f})=>p+f/1e4,cell:({rankLow:p,rankHigh:f})=>p===f?`${p}`:`${p}–${f}`},...o.letters?[{name:"letters",key:"letters",rare:!0,text:!0,
help:`Runs that share one are ${c.words.pairs.not_shown} than each other`,value:p=>p.position,cell:p=>p.letters}]:[]]:[]].filter(Boolean)}function _r({key:t,rare:e}){
return!t||!!e===g.columns.includes(t)}function ti(t,[e,n]){let{digits:o,lower_is_better:s}=c.measures[t];return{name:`${M(t)}: ${e}`,key:`subset ${e}`,rare:!0,rising:s,
digits:o,help:`${M(t)} over the ${k(n.length,"topic")} of the subset ${e}`,value:({run:r})=>tt(t,r,n)}}function ei(t,e){let{label:n,digits:o,lower_is_better:s}=c.
measures[t],r=c.runs.map((d,p)=>tt(t,p)),i=r.filter(d=>d!==null),[a,l]=[Math.min(...i),Math.max(...i)],u=o&&a<l?s?a:l:null;return{name:n,rising:s,kind:e?"by":"",
value:({run:d})=>r[d],clicked:e?void 0:()=>{F({measure:t,sort:""},{section:"leaderboard"}),J(`Leaderboard by ${n}`)},cell:({run:d})=>{let[p,f]=[r[d],g.subset?null:
c.errors[t][d]],m=p!==null&&p===u?h`<strong>${v(p,o)}</strong>`:v(p,o);return f===null?m:[m,h`<span class="caption" title=${Qs}> ± ${v(f,o)}</span>`]}}}function ni(t){
return gr.filter(({of:e})=>e(c.runs[t])).map(({sign:e,of:n})=>h`<sup title=${n(c.runs[t])}>${e}</sup>`)}function oi(){return gr.flatMap(({sign:t,says:e,of:n})=>{
let o=c.runs.filter(i=>n(i)),s=o.slice(0,5).map((i,a)=>[a?", ":"",L(i.name),` (${n(i)})`]),r=o.length>5?` and ${o.length-5} more`:"";return o.length?[[`${t} ${e}\
: `,...s.flat(),r]]:[]})}function ri(t,e){let n=lt(t),o=M(t),{summary:s,lower_is_better:r}=c.measures[t],i=!n&&!c.not_compared&&!e&&!g.subset,a=n?[...n.notes,...g.
columns.includes("letters")?n.lettered:[]]:[`${o}: ${s} over topics; ${yt()}`,g.subset?h`<strong>${ne(o)}</strong>`:ne(o)],l=[[!n&&e,`interval: ${c.measures[t].
interval}`],[i,`there are no intervals: ${o} is no mean, or not all runs have the same topics`],[Gt(n),`rank, ${o}: ${s} over the topics of each run; everything\
 else is of the mean`],[!n&&r,`${o}: less is better`],[!g.subset&&c.errors[t].some(u=>u!==null),`±, and the thick part of intervals: the standard error that the\
 sample of judgments leaves in ${o} on these topics; intervals hold it and that of the topics`],[c.runs.length>1,"bold: the best value of each measure, except c\
ounts"]];return[...a,...l.filter(([u])=>u).map(([,u])=>u),...oi(),...c.refused?[["refused and not listed: ",h`<a href="#about">${k(c.refused,"run")}</a>`]]:[]]}
var si=t=>t[0].toUpperCase()+t.slice(1);function $r(t,e){let{summary:n}=c.measures[t],o=lt(t);return[`${si(n)} over ${k(q().length,"topic")}${at()}`,e&&c.measures[t].
interval,o&&`ranks: ${Ut()} confidence`].filter(Boolean).join("; ")}function ii({rows:t,axis:e,group:n}){let o=gt(),s=t.filter(({low:$})=>typeof $=="number"),r=s.
filter(({run:$})=>n?.runs.has($)).map(({run:$})=>$),i=new Map([...s].reverse().map(({run:$})=>[o.ofRun($),$])),a=s.length<=Xs,l=new Set([...i.values(),r[0],r[r.
length-1],g.run,g.other,g.against]),u=a?18:7,d=8+u*s.length,[p,f]=[190,Xe()],m=0;return h`<svg class="figure" role="img" aria-label="Leaderboard by ${M()}. ${k(
s.length,"run")} with their intervals." viewBox=${`0 0 ${p+f+70} ${d+24}`}>
    ${e.ticks.map($=>h`<path class="grid" d=${`M${p+e($)} 0V${d}`} /><text class="tick" text-anchor="middle" x=${p+e($)} y=${d+16}>${$}</text>`)}
    <path class="near-band" d=${s.map(({run:$},_)=>r.includes($)?`M0 ${8+u*_}H${p+f+70}v${u}H0z`:"").join("")} />
    ${s.map(({run:$,mean:_,low:b,high:w},x)=>{let O=8+u*(x+.5),[S,D,Q]=[_,b,w].map(X=>p+e.clamped(X)),W=a||l.has($)&&O>=m;return W&&(m=O+12),h`<path d=${`M${D} ${O}\
H${Q}`} stroke=${o.ofRun($)} stroke-width="1.4" /><circle cx=${S} cy=${O} r=${a?3.5:2.4} fill=${o.ofRun($)} />
        ${W&&h`<text x=${p-10} y=${O+4} text-anchor="end">${ht(c.runs[$].name)}</text>
          <text x=${p+f+10} y=${O+4}>${v(_,c.measures[g.measure].digits)}</text>`}`})}</svg>`}function ai({rows:t,axis:e,group:n,note:o}){let[s,r]=T(!1);return h`<div class="picture" aria-hidden="true" onfill=${()=>r(
!0)}>${s&&h`
    <${ii} rows=${[...t].sort((i,a)=>Number(i.rank)-Number(a.rank))} axis=${e} group=${n} /><p class="caption">${o}</p>`}</div>`}function Xe(){if(Lt())return 64;
let t=c.measures.length+Kt().length-9;return window.innerWidth<1e3?128:Math.min(320,Math.max(180,320-35*t))}function li(t,e){let n=e.filter(({low:a})=>a!=null);
if(!n.length)return null;let[o,s]=bt(t),[r,i]=[Math.max(o,Math.min(...n.map(({low:a})=>a))),Math.min(s,Math.max(...n.map(({high:a})=>a)))];return Et(r,i>r?i:r+1,
4,Xe()-4,5)}function ci(){let t=ye().map(e=>({name:e,values:It(e)})).filter(({values:e})=>e.length>1);return t.length?h`<details class="data" name="choice"><summary>Choose ${t.
map(({name:e})=>e==="group"?"groups":e).join(", ")}</summary>
    <div class="panel">${t.map(({name:e,values:n})=>{let o=s=>s.startsWith(`${e}:`);return h`<${_e} title=${e==="group"?"Groups":e} items=${n.map(s=>({key:`${e}\
:${s}`,name:s}))}
        checked=${g.only.filter(o)} changed=${s=>{F({only:[...g.only.filter(r=>!o(r)),...s].sort()})}} />`})}</div></details>`:null}function ui({columns:t}){let e=t.
filter(({key:o})=>o),n=o=>{let s=e.filter(({key:r,rare:i})=>o.has(r)===!!i).map(({key:r})=>String(r));F({columns:[...g.columns.filter(r=>!e.some(i=>i.key===r)),
...s].sort()})};return h`<details class="data" name="choice"><summary>Choose columns</summary>
    <div class="panel"><${_e} title="Columns" items=${e} checked=${e.filter(_r).map(({key:o})=>o)} changed=${n} /></div></details>`}function fi(t){let e=t.findIndex(
({name:s})=>s===g.sort.replace(/^-/,""));if(e>=0)return{column:e,ascending:!g.sort.startsWith("-")};let n=t.findIndex(({kind:s})=>s&&s.split(" ").includes("by")),
o=n>=0?n:t.findIndex(({name:s})=>s==="rank");return{column:o,ascending:!!t[o].rising}}function di(){let[t,e]=T(""),n=$t(null);return et(()=>{let o=n.current.nextElementSibling,
s=()=>{let{right:i}=o.getBoundingClientRect(),a=[...o.querySelectorAll("thead th")].filter(l=>l.getBoundingClientRect().right>i+8);o.classList.toggle("cut",a.length>
0),e(a.map(l=>l.querySelector("button").textContent).join(", "))};o.addEventListener("scroll",s,{passive:!0});let r=new ResizeObserver(s);for(let i of[o,o.firstChild])
r.observe(i)},[]),h`<p class="caption more" hidden=${!t} ref=${n}>Further to the right: ${t} →</p>`}function pi({measure:t}){let e=Po(t),n=e.filter(({run:m})=>Mt(
m)),o=li(t,e),s=Zs(t,o),r=gt(),i=s.filter(_r),a=Do(t),l=[{d:"M1 0h14v12h-14z",class:"near-band"},a&&a.run>=0?`are not shown to differ from ${c.runs[a.run].name}`:
c.words.best.not_shown],u=c.runs.map(m=>m.averaged),[d,p]=[Math.min(...u),Math.max(...u)],f=`${n.length.toLocaleString("en")} of ${k(e.length,"run")}`;return et(
()=>J(f),[g.filter,g.only]),h`
    ${d<p&&h`<p class="warning">Averaged over ${k(d,"topic",p)}: the runs are not comparable.</p>`}
    <${ut}>
      ${e.length>1&&h`<${$e} words="Filter by run or group" value=${g.filter} changed=${m=>F({filter:m},{again:!0})} />`}
      ${c.boards.length>0&&h`<${ct} words="Shade runs that" name="against" options=${[[-1,c.words.best.not_shown],...pe().map(([m,$])=>[m,`are not shown to diff\
er from ${$}`])]} />`}
      ${ye().length>1&&h`<${ct} words="Colour by" name="colour" options=${ye().map(m=>[m,m])} value=${r.name} />`}
      <span class="caption" hidden=${n.length===e.length}>${f}</span><${ci} /><${ui} columns=${s} />
    <//>
    <${mt} listed=${[...o?Pt(r):[],...a?[l]:[]]} />
    ${o&&h`<${ai} rows=${n} axis=${o} group=${a} note=${$r(t,!0)} />`}
    <${di} />
    <${Ot} columns=${i} rows=${n} sorted=${fi(i)} kind="frozen" most=${60} empty="No run has these words."
      title="Leaderboard by ${M()}${g.subset&&`, ${k(q().length,"topic")}${at()}`}"
      sortedBy=${({name:m},$)=>F({sort:`${$?"":"-"}${m}`},{section:"leaderboard"})}
      rowAttributes=${({run:m})=>({key:m,class:a&&a.runs.has(m)?m===a.run?"near reference":"near":null})} />
    <p class="caption">${$r(t,!!o)}.</p>
    ${a&&h`<p class="caption">${Ho(a)}.</p>`}
    <details class="data"><summary>How this was computed</summary><ul class="notes">${ri(t,o).map(m=>h`<li>${m}</li>`)}</ul></details>`}it({id:"leaderboard",title:"\
Leaderboard",order:10},()=>{let{measure:t,filter:e,only:n,against:o,columns:s,sort:r,subset:i,colour:a}=g;return I(()=>h`<${pi} measure=${t} />`,[t,e,n,o,s,r,i,
a])});var In=["auto","light","dark"];function hi(){let t=rt("theme"),e=0;t.hidden=!1,t.addEventListener("click",()=>{e=(e+1)%In.length,document.documentElement.dataset.
theme=In[e],t.textContent=`Theme: ${In[e]}`})}function br(t,e=()=>{}){document.addEventListener("unpacked",n=>{hi();for(let o of document.querySelectorAll(".ver\
dict, nav ul"))me(o,"a");t(n.detail),document.documentElement.dataset.ready="yes",e()},{once:!0})}var[vr,wr]=["var(--hue-0)","var(--hue-1)"];function mi(t,e,n){let{digits:o}=c.measures[t];return q().map(s=>({topic:s,row:c.values[t][s]})).filter(({row:s})=>s[e]!==
null&&s[n]!==null).map(({topic:s,row:r})=>({topic:s,difference:(Number(r[e])-Number(r[n]))/(o?c.unit:1)}))}function $i(t,e,n){let o=n.reduce((r,i)=>r+i,0)/n.length,
s=n.reduce((r,i)=>r+(i-o)**2,0);return Rt(t)||s<1e-12?0:e.quantile*Math.sqrt(s/(n.length-1)/n.length)}function gi(t,e,n,o){let s=o.filter(({difference:b})=>E(t,
b)>0).length,r=o.filter(({difference:b})=>E(t,b)<0).length,i=[e,n].map(b=>Number(ee(t,b,o.map(({topic:w})=>w)))),a=lt(t),l=a&&c.tested[c.boards.indexOf(a)],[u,d,
p]=a&&l?[...l,a.errors].map(b=>_n(a,e,n,b)):[null,null,null],f=a&&$i(t,a,o.map(({difference:b})=>b)),m=[...l&&u!==null&&d!==null?[["p of this pair",We(u)],[`p a\
mong all ${l[1].length.toLocaleString("en")} pairs`,We(d)]]:[],...p===null?[]:[["standard error of the sample",v(p)]]],$=[Rt(t)?"geometric mean":"mean","differe\
nce",...f?[`${Ut()} interval`]:[],"topics won","topics tied",...m.map(([b])=>b)],_=(b,w,x,O)=>[U("run",b),v(w),vt(w-x),...f?[[-f,f].map(S=>vt(w-x+S)).join(" to ")]:
[],v(O,0),v(o.length-s-r,0),...m.map(([,S])=>S)];return h`<${_t} title="${M(t)} of both runs over ${k(o.length,"topic")}" few=${!0}
    heads=${[["run","text"],...$.map(b=>[b,"number"])]} rows=${[_(e,i[0],i[1],s),_(n,i[1],i[0],r)]} />`}function _i(t,e,n,o){let s=o.filter(({difference:d})=>E(
t,d)>0).length,r=o.filter(({difference:d})=>E(t,d)<0).length,[i,a]=[e,n].map(d=>Number(ee(t,d,o.map(({topic:p})=>p))));if(o.length===1){let d=s?" is better than\
 ":r?" is worse than ":" has the same value as ";return nt(L(c.runs[e].name),d,L(c.runs[n].name)," on the one topic",s+r>0&&`, by ${v(Math.abs(i-a))}`,".")}let l=lt(
t),u=l&&_n(l,e,n,c.tested[c.boards.indexOf(l)][0]);return nt(L(c.runs[e].name)," is better than ",L(c.runs[n].name),` on ${v(s,0)} of ${k(o.length,"topic")}, wo\
rse on ${v(r,0)}; `,`the ${Rt(t)?"geometric means":"means"} differ by ${vt(i-a)}${u===null?"":` (p of this pair ${We(u)})`}.`)}function yr(t,e,n,o){let[s,r]=[e,
n].map(i=>G(ht(c.runs[i].name,o)));return re("difference",{measure:M(t),run:s,other:r})}function bi(t,e,n,o){let{digits:s,lower_is_better:r}=c.measures[t],i=yr(
t,e,n,20),a=Math.max(...o.map(({difference:f})=>Math.abs(f)))||1,[l,u]=de(-a,a,7),d=Math.max(0,Math.ceil(-Math.log10(u-l)-1e-9)),p=(f,m)=>`${G(c.runs[f].name)} ${v(
H(t,m,f),s)}`;return{title:i.title,description:`Bars ${r?"below zero are gains, bars above":"above zero are gains, bars below"} are losses.`,axis:{label:i.x,low:-a,
high:a,most:7,words:f=>vt(f,d)},height:318,marks:[{kind:"bar",of:f=>o[f].difference?[0,o[f].difference]:null,colour:f=>E(t,o[f].difference)>0?vr:wr}],lines:[[0,
"axis"]],share:{screen:.66,paper:.62},...zt(o,({topic:f,difference:m})=>`${p(e,f)}
${p(n,f)}
difference ${vt(m,s)}`)}}function vi(t,e,n,o){let{digits:s}=c.measures[t],[r,i]=bt(t),a=u=>({label:`${M(t)} of ${G(ht(c.runs[u].name,20))}`,low:r,high:i}),l=u=>[
n,e].map(d=>Number(H(t,u,d)));return{title:`${M(t)} of both runs on ${k(o.length,"topic")}`,description:"On the diagonal both are equal.",x:a(n),y:a(e),points:o.
map(({topic:u,difference:d})=>({at:l(u),class:E(t,d)>0?"gain":E(t,d)<0?"loss":"dot"})),...zt(o,({topic:u,difference:d})=>`${l(u).map(p=>v(p,s)).reverse().join("\
 and ")}
difference ${vt(d,s)}`),share:{screen:.34,paper:.37}}}function wi(t,e){return t?`${t.test}, two-sided; p of this pair: by itself, for two runs chosen beforehand\
; p among all pairs: corrected together; ${t.over.join("; ")}`:!g.subset&&ne(M(e))}function yi(t,e,n){let o=mi(t,e,n);if(e===n||!o.length)return h`<p>${e===n?"C\
hoose two different runs.":"No topic was evaluated for both runs."}</p>`;let s=g.pair_by==="topic"?o:P(o.length,u=>E(t,o[u].difference)).map(u=>o[u]),[r,i]=[e,n].
map(u=>G(ht(c.runs[u].name,40))),a=lt(t),l=(u,d)=>[{fill:u,d:"M3 0h10v12h-10z"},d];return h`${_i(t,e,n,o)}${gi(t,e,n,o)}
    ${!a&&g.subset&&h`<p class="warning">${ne(M(t))}</p>`}
    <${mt} listed=${[l(vr,`above zero: ${r} is better`),l(wr,`below zero: ${i} is better`)]} />
    <div class="aside"><div><${Dt} figure=${bi(t,e,n,s)} /></div><div><${rr} figure=${vi(t,e,n,s)} /></div></div>
    ${R(yr(t,e,n,40).x,`${k(o.length,"topic")}${at()} that both were evaluated on`,c.dialect&&`dialect ${c.dialect}`,"tied: equal in all decimals shown",wi(a,t))}
    <${ft} title="${M(t)} of both runs" heads=${["topic",c.runs[e].name,c.runs[n].name,"difference"]}
      rows=${()=>s.map(({topic:u,difference:d})=>[c.topics[u].id,...[e,n].map(p=>H(t,u,p)),d])} />`}it({id:"pair",title:"Two runs",order:40,there:()=>c.runs.length>
1},()=>{let{measure:t,run:e,other:n,subset:o,pair_by:s}=g,r=I(()=>yi(t,e,n),[t,e,n,o,s]),i=()=>{F({run:n,other:e}),J(`${c.runs[n].name} compared with ${c.runs[e].
name}`)};return h`<${ut}><${ct} words="Run" name="run" options=${pe()} />
      <${ct} words="Compared with" name="other" options=${pe()} /><${Z} pressed=${i}>Swap<//>
      <${ct} words="Topics by" name="pair_by" options=${[["gain","difference, largest gain first"],["topic","topic"]]} /><//>
    <div>${r}</div>`});function kr(t,e,n,o=he(t,e)){return{value:e[n],rank:qe(t,e,n),...o}}it({id:"participants",title:"One run",order:90},()=>{let{run:t,measure:e,subset:n}=g,[o,s]=T(
""),r=p=>[...c.runs.keys()].filter(f=>!p||c.runs[f].group===p);r(o).includes(t)||s("");let i=It("group"),a=p=>{s(p),r(p).includes(t)||F({run:r(p)[0]})},u=[[ki,e,
n],[Mi,e,n],[Ni,e,n],[Ci,e,n],[Ti,n],[Li],[Bi,n],[Ii]].map(([p,...f])=>I(()=>{let m=p(t,e);return m&&h`<div>${m}</div>`},[t,...f])),d=u.slice(1,-1).filter(Boolean);
return h`<${ut}>
      ${i.length>0&&h`<${oe} words="Group" value=${o} changed=${a} options=${[["","all groups"],...i.map(p=>[p,p])]} />`}
      <${oe} words="Run" options=${r(o).map(p=>[p,c.runs[p].name])} value=${t}
        changed=${p=>F({run:Number(p)})} /><//>
    ${u[0]}${d.map((p,f)=>f%2===0&&h`<div class=${`halves${f?"":" tables"}`}>${d.slice(f,f+2)}</div>`)}${u[7]}`});function xi(t){let{measure:e}=g,{digits:n}=c.measures[e],
o=c.runs.map((a,l)=>tt(e,l)),s=Qe(t,e),r=s.filter(({difference:a})=>E(e,a)>0).length,i=`: ${M(e)} ${v(o[t],n)}`;return c.runs.length===1?nt(L(c.runs[t].name),i,
` over ${k(s.length,"topic")}.`):nt(L(c.runs[t].name),i,`, rank ${qe(e,o,t)}; ${s.length===1&&!r?"not ":""}better than the median of all runs on ${s.length===1?
"the one topic":`${v(r,0)} of ${k(s.length,"topic")}`}.`)}function ki(t){let{name:e,group:n,retrieved:o,averaged:s}=c.runs[t],r=[...c.runs.keys()].filter(i=>n&&
i!==t&&c.runs[i].group===n);return h`${xi(t)}<h3>${L(e,1/0)}</h3>
    <p class="facts">${we().filter(i=>wt(i,t)).map(i=>h`${i} ${L(wt(i,t))} · `)}${k(o,"document")} retrieved · ${k(s,"topic")} evaluated${r.length>0&&h` · other runs of the group: ${r.
map((i,a)=>h`${a>0&&", "}${U("run",i)}`)}`}</p>`}function Mi(t,e){if(c.runs.length===1)return Oi();let n=c.measures.map(({digits:o},s)=>{let{value:r,rank:i,best:a,
bestRun:l,median:u,worst:d}=kr(s,c.runs.map((p,f)=>tt(s,f)),t);return[M(s)+(s===e?" (chosen)":""),v(r,o),i,v(a,o),U("run",l),v(u,o),v(d,o)]});return h`<h3>By every measure</h3><${_t} title="The run by every measure" rows=${n} heads=${[
["measure","text"],["value","number"],["rank","number"],["best","number"],["best run","text"],["median","number"],["worst","number"]]} />
    ${R("Best, median and worst of all runs; runs with equal values share the best rank",yt(!1))}`}function Oi(){let t=g.subset?[]:c.intervals,e=o=>o?`${v(o.low[0])}\
 to ${v(o.high[0])}`:"–",n=c.measures.map(({digits:o},s)=>[M(s),v(tt(s,0),o),...t.some(Boolean)?[e(t[s])]:[]]);return h`<h3>By every measure</h3><${_t} title="Means" few=${!0} rows=${n}
      heads=${[["measure","text"],["value","number"],...t.some(Boolean)?[[`${Ut()} interval`,"number"]]:[]]} />
    ${R(...t.some(Boolean)?Si():[],yt(!1))}`}function Si(){let t=new Map;return c.intervals.forEach((e,n)=>{let o=c.measures[n].interval;e&&t.set(o,[...t.get(o)||
[],M(n)])}),[...t].map(([e,n])=>`${n.join(", ")}: ${e}`)}function ji(t){let{digits:e}=c.measures[t],n=Qe(0,t).sort((i,a)=>E(t,Number(a.value)-Number(i.value))||
i.topic-a.topic),[o,s]=bt(t),r={title:`${M(t)} on ${k(n.length,"topic")}`,description:"A bar a topic, the best first.",axis:{label:M(t),low:o,high:s},height:260,
share:{screen:.5},marks:[{kind:"bar",of:i=>[0,n[i].value],colour:()=>"var(--hue-0)"}],lines:[[0,"axis"]],...zt(n,({value:i})=>`${M(t)} ${v(i,e)}`)};return h`<h3>${M(
t)} by topic</h3><${Dt} figure=${r} />${R("The best topic first",yt(!1))}
    <${ft} title="${M(t)} by topic" heads=${["topic","value"]} rows=${()=>n.map(({topic:i,value:a})=>[c.topics[i].id,v(a,e)])} />`}function Qe(t,e){return q().map(
n=>({topic:n,...kr(e,Fe(e,n),t,kt(e,n))})).filter(({value:n})=>n!==null).map(n=>({...n,difference:Number(n.value)-Number(n.median)})).sort((n,o)=>E(e,o.difference-
n.difference)||n.topic-o.topic)}function Ci(t,e){let{digits:n,lower_is_better:o}=c.measures[e],s=Qe(t,e);if(!s.length)return h`<p>The run was not evaluated on any topic.</p>`;
if(c.runs.length===1)return ji(e);let r=M(e),i=s.filter(({difference:$})=>E(e,$)<0),a=s.filter(({difference:$})=>E(e,$)>0),[l,u]=o?["below","above"]:["above","b\
elow"],d=$=>v($,n),[p,f]=bt(e),m={title:`${r} of the run on ${k(s.length,"topic")}`,description:"Between the worst and the best run of each topic, with the medi\
an.",axis:{label:r,low:p,high:f},height:260,share:{screen:.5},marks:[{kind:"bar",class:"reach",half:6,of:$=>[s[$].worst,s[$].best]},{kind:"tick",half:6,of:$=>s[$].
median},{kind:"point",of:$=>s[$].value}],...zt(s,({value:$,rank:_,best:b,bestRun:w,median:x,worst:O,difference:S})=>`the run ${d($)}, rank ${_}
median ${d(x)}, difference ${vt(S,n)}
best ${d(b)}: ${G(c.runs[w].name)}
worst ${d(O)}`)};return h`<h3>${r} by topic</h3>
    <${mt} listed=${[[{d:"M8 1a5 5 0 1 0 .1 0z",class:"own"},"the run"],[{d:"M2 6H14",class:"median"},"median of all runs"],[{d:"M5 0h6v12h-6z",class:"reach"},"\
from the worst to the best run"]]} />
    <${Dt} figure=${m} />
    ${R(s.length>1&&"Topics by the difference to the median, the largest gain first",s.length>1&&`${l} the median on ${v(a.length,0)} and ${u} it on ${v(i.length,
0)} of ${k(s.length,"topic")}`,yt(!1))}
    <${ft} title="${r} of the run by topic" heads=${["topic","value","rank","best","median","worst","difference to the median"]}
      rows=${()=>s.map(({topic:$,value:_,rank:b,best:w,median:x,worst:O,difference:S})=>[c.topics[$].id,d(_),b,d(w),d(x),d(O),vt(S,n)])} />`}function Ni(t,e){let{
digits:n,lower_is_better:o}=c.measures[e],s=Qe(t,e).filter(({difference:a})=>E(e,a)<0).reverse().slice(0,10),r=o?"above":"below";if(c.runs.length===1)return null;
if(!s.length)return h`<p>The run is ${r} the median on no topic.</p>`;let i=s.some(({topic:a})=>c.topics[a].title);return h`<h3>Furthest ${r} the median</h3>
    <${_t} title="Topics furthest ${r} the median by ${M(e)}" heads=${[["topic","text"],...i?[["title","text"]]:[],["value","number"],["median","number"],["diff\
erence","number"],["rank","number"]]}
      rows=${s.map(({topic:a,value:l,median:u,difference:d,rank:p})=>[U("topic",a),...i?[L(c.topics[a].title||"–",40)]:[],v(l,n),v(u,n),vt(d,n),p])} />`}var xr=[
["var(--hue-0)",""],["var(--hue-1)","M0 3H6"],["var(--hue-4)","M0 0L6 6M0 6L6 0"]];function Ai(t){let{measure:e,perfect:n,missed:o,unjudged:s}=c.losses;return q().
flatMap(r=>{let i=c.values[e][r][t],a=o[r][t];if(i===null||a===null)return[];let l=n[r]-i,u=[a,l-a-s[r][t],s[r][t]];return[{topic:r,value:i/c.unit,total:l/c.unit,
parts:u.map(d=>d/c.unit)}]})}function Pn(t){return v(t!==null&&Math.abs(t)<5e-4?0:t,3)}function Ti(t){let e=h`<h3>Where the loss comes from</h3>`;if(!c.losses)return h`${e}<p>Not known: losses are computed from the runs themselves, which results do not have, by a measure with a perfect value.</p>`;
let n=Ai(t).sort((l,u)=>u.total-l.total||l.topic-u.topic);if(!n.length)return h`${e}<p>The run was not evaluated on any topic.</p>`;let{parts:o,measure:s}=c.losses,
r=M(s),i=Number(qt(n.map(l=>l.total))),a=[...o.map((l,u)=>Number(qt(n.map(d=>d.parts[u])))),i];return h`${e}
    <${_t} title="The mean loss in ${r} and its parts" few=${!0} heads=${[["part","text"],["loss","number"],["share","number"]]}
      rows=${a.map((l,u)=>[o[u]||"all",v(l,3),i>0?Bt(l/i):"–"])} />
    <${mt} listed=${o.map((l,u)=>[{d:"M0 0H16V12H0Z",fill:`url(#loss-${u})`},l])} />
    <${Dt} figure=${Ei(r,n)} />
    ${R(`Loss in ${r} against a perfect ranking, over ${k(n.length,"topic")}${at()}, the largest first; always of this measure, whichever is chosen above`,"miss\
ed: relevant documents that the run does not retrieve","ranked low: relevant documents below non-relevant ones","unjudged on top: unjudged documents above judge\
d ones","the parts add up to the loss",n.some(l=>l.parts.some(u=>u<-5e-4))&&"parts below 0 are not drawn")}
    <${ft} title="Losses in ${r}" heads=${["topic",r,"loss",...o]} rows=${()=>n.map(({topic:l,value:u,total:d,parts:p})=>[c.topics[l].id,v(u),...[d,...p].map(Pn)])} />`}
function Ei(t,e){let{parts:n}=c.losses,o=(s,r)=>e[s].parts.slice(0,r).reduce((i,a)=>i+Math.max(0,a),0);return{title:`Loss in ${t} on ${k(e.length,"topic")}`,description:"\
Each bar is divided into what is missed, ranked low, and unjudged on top.",share:{screen:.5},axis:{label:"loss",low:0,high:Math.max(...e.map(({total:s})=>s),.01)},
marks:xr.map((s,r)=>({kind:"bar",colour:()=>`url(#loss-${r})`,of:i=>e[i].parts[r]>0?[o(i,r),o(i,r+1)]:null})),defs:xr.map(([s,r],i)=>h`<pattern id="loss-${i}" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0 0H6V6H0Z" fill=${s} />
      <path d=${r} stroke="var(--ground)" stroke-width="1.4" fill="none" /></pattern>`),...zt(e,({value:s,total:r,parts:i})=>[`${t} ${v(s)}, loss ${Pn(r)}`,...n.
map((a,l)=>`${a} ${Pn(i[l])}`)].join(`
`))}}function Li(t){if(c.runs.length===1)return null;let e=h`<h3>Relevant documents missed that others rank high</h3>`;if(!c.missed)return h`${e}<p>Not known: results do not have the documents of the runs.</p>`;
let n=c.runs.length-1,o=c.missed[t].map(([s,r,i,a,l,u])=>[U("topic",s),Ye(r),Ke(i),a===null?"–":v(a,0),`${l} of ${n}`,String(u)]);return o.length?h`${e}
    <${_t} title="Relevant documents missed" rows=${o} heads=${[["topic","text"],["document","prose"],["judgment","text"],["own rank","number"],["others","numbe\
r"],["best rank","number"]]} />
    ${R("Not retrieved (–), or beyond rank 100; others: how many of the other runs have the document within rank 10","the ten that most others have, over all \
topics","best rank: the highest in any other run")}`:h`${e}<p>${n?"None: what other runs have within rank 10, this run has within rank 100.":"There is no other \
run."}</p>`}function Ri(t){let{topics:e}=c.first;return q().flatMap(n=>e[n].runs[t].map((o,s)=>({topic:n,doc:e[n].docs[o],grade:e[n].grades[o],rank:s+1,others:Ln(
n)[o]-1}))).filter(({grade:n})=>n>=0&&n<Number(c.relevance_level)).sort((n,o)=>n.rank-o.rank||n.others-o.others||n.topic-o.topic)}function Bi(t){let e=h`<h3>Non-relevant documents ranked first</h3>`;
if(!c.first)return h`${e}<p>Not known: results do not have the documents of the runs.</p>`;let{depth:n}=c.first,o=Ri(t);if(!o.length)return h`${e}<p>None within rank ${n} of any topic.</p>`;
let s=(r,i=o.length)=>h`<${_t} title=${r} heads=${[["topic","text"],["document","prose"],["rank","number"],["judgment","text"],...c.runs.length>1?[["others","nu\
mber"]]:[]]} rows=${o.slice(0,i).map(({topic:a,doc:l,rank:u,grade:d,others:p})=>[U("topic",a),Ye(l),String(u),Ke(d),...c.runs.length>1?[`${p} of ${c.runs.length-
1}`]:[]])} />`;return h`${e}${s("Non-relevant documents ranked first",10)}
    ${o.length>10&&h`<${yn} words="All ${v(o.length,0)} non-relevant documents" make=${()=>s("All non-relevant documents")} />`}
    ${R(`Judged not relevant, within rank ${n}${g.subset&&" of a topic"}${at()}; best ranks first`,c.runs.length>1&&`others: how many of the other runs have the\
 document within rank ${n}`)}`}function Ii(t){let e=c.runs[t],{unjudged:n}=c,o=Sn.filter(({of:r})=>r(e)).map(({name:r,cell:i})=>[r,i(e)]);for(let[r,i]of Object.
entries({missing:e.missing,"left out":e.left_out,"without judgments":e.extra}))i.length&&o.push([`the topics ${r}`,h`<bdi>${i.join(", ")}</bdi>`]);let s=n?[["un\
judged",n.cutoffs.map((r,i)=>`${Bt(ze(t,i))} of the first ${r}`).join(", ")]]:[];return h`<h3>What was noticed</h3>
    <dl class="known">${[...s,...o].map(([r,i])=>h`<dt>${r}</dt><dd>${i}</dd>`)}</dl>
    ${!o.length&&h`<p>No ties, repairs, findings or warnings; the run answers exactly the judged topics.</p>`}`}function Pi(t){let e=t.cloneNode(!0);for(let o of e.querySelectorAll("sup, svg, .ends"))o.remove();for(let o of e.querySelectorAll("bdi.name[title]"))o.textContent=
o.getAttribute("title");let n=(e.textContent||"").trim().replace(/\s+/g," ");return n==="–"?"":n.replace(/^−(?=[\d.])/,"-")}async function Mr(t){return t.dispatchEvent(
new Event("whole")),await null,[...t.rows].map(e=>[...e.cells].map(Pi))}var jr=t=>/^[-+]?\d[\d,]*(\.\d+)?(e[-+]?\d+)?([ \u00a0]%)?$/.test(t);function Or(t){return/^[=+@\t-]/.
test(t)&&!jr(t)?`'${t}`:t}var Di={TSV:["tsv",t=>t.map(e=>e.map(Or).join("	")).join(`
`)],CSV:["csv",t=>t.map(e=>e.map(Or).map(n=>/[",\n]/.test(n)?`"${n.replaceAll('"','""')}"`:n).join(",")).join(`
`)],Markdown:["md",([t,...e])=>[t,Hi(e,t.length,"---","--:"),...e].map(n=>`| ${n.map(o=>o.replaceAll("\\","\\\\").replaceAll("|","\\|")).join(" | ")} |`).join(`\

`)]};function Hi(t,e,n,o){let s=r=>t.every(i=>!i[r]||jr(i[r]))&&t.some(i=>i[r]);return Array.from({length:e},(r,i)=>s(i)?o:n)}var Wi=["fill","fill-opacity","str\
oke","stroke-width","stroke-dasharray","stroke-linejoin","opacity","font-size","font-family","font-weight","text-anchor","display"];function Cr(t){let e=t.cloneNode(
!0),n=[t,...t.querySelectorAll("*")];return[e,...e.querySelectorAll("*")].forEach((o,s)=>{let r=getComputedStyle(n[s]);o.removeAttribute("class"),o.setAttribute(
"style",Wi.map(i=>`${i}:${r.getPropertyValue(i).replaceAll('"',"'")}`).join(";"))}),e}function Nr(t){let e=Cr(t),{width:n,height:o}=t.viewBox.baseVal,[s,r,i]=[qi(
t),Vi(t),Math.max(n,360)];e.querySelectorAll(".mark").forEach($=>$.remove());let{color:a,backgroundColor:l}=getComputedStyle(document.body),u=Ze("svg",{xmlns:Ar,
"font-family":"system-ui, 'DejaVu Sans', sans-serif","font-size":12,fill:a}),d=u.appendChild(Ze("rect",{fill:l})),p=6,f=($,_={})=>{for(let b of Fi($,i-16))p+=16,
u.appendChild(Ze("text",{x:8,y:p,..._})).textContent=b};f(Lr(t),{"font-size":14,"font-weight":600}),p+=8;let m=8;for(let{sign:$,words:_}of s){let b=30+Tr(_);m+b>
i&&m>8&&([m,p]=[8,p+18]),u.append(Sr($,m,p+2,16,12)),u.appendChild(Ze("text",{x:m+20,y:p+12})).textContent=_,m+=b+8}s.length&&(p+=22);for(let $ of Ui(t))u.append(
Sr($,0,p,$.viewBox.baseVal.width,$.viewBox.baseVal.height)),p+=$.viewBox.baseVal.height+4;for(let[$,_]of Object.entries({x:0,y:p,width:n,height:o}))e.setAttribute(
$,String(_));u.append(e),p+=o,r&&f(r,{"font-size":11});for(let $ of[u,d])for(let[_,b]of Object.entries({width:i,height:p+12}))$.setAttribute(_,String(b));return new XMLSerializer().
serializeToString(u)}var Ar="http://www.w3.org/2000/svg";function Ze(t,e){let n=document.createElementNS(Ar,t);for(let[o,s]of Object.entries(e))n.setAttribute(o,
String(s));return n}function Sr(t,e,n,o,s){let r=Cr(t);r.setAttribute("overflow","visible");for(let[i,a]of Object.entries({x:e,y:n,width:o,height:s}))r.setAttribute(
i,String(a));return r}function Tr(t){let e=document.createElement("canvas").getContext("2d");return e.font=`12px ${getComputedStyle(document.body).fontFamily}`,
e.measureText(t).width}function Fi(t,e){let n=[""];for(let o of t.split(" ")){let s=`${n[n.length-1]} ${o}`.trim();Tr(s)<=e||!n[n.length-1]?n[n.length-1]=s:n.push(
o)}return n}function Er(t){return t.closest(".aside")||t.closest(".explorable, .picture")||t}function Lr(t){return(t.getAttribute("aria-label")||"").split(". ")[0]}
function qi(t){let e=[];for(let n=Er(t).previousElementSibling;n&&!n.matches("h3, .figure, .explorable");n=n.previousElementSibling)e.push(...[n,...n.querySelectorAll(
"*")].filter(o=>o.matches("ul.signs")));return e.flatMap(n=>[...n.querySelectorAll("li")]).map(n=>({sign:n.querySelector("svg"),words:(n.textContent||"").trim()}))}
function Ui(t){let e=Er(t).previousElementSibling;return e?.matches(".legend")?[...e.querySelectorAll("svg.figure")].map(n=>n):[]}function Vi(t){return([...t.closest(
"section")?.querySelectorAll(".caption:not(.hint)")||[]].find(s=>t.compareDocumentPosition(s)&Node.DOCUMENT_POSITION_FOLLOWING)?.textContent||"").split("; ").slice(
0,3).join("; ").trim()}async function zi(t){let e=new Image;e.src=`data:image/svg+xml;charset=utf-8,${encodeURIComponent(Nr(t))}`,await e.decode();let{width:n,height:o}=e,
s=Object.assign(document.createElement("canvas"),{width:3*n,height:3*o});return s.getContext("2d").drawImage(e,0,0,3*n,3*o),new Promise(i=>{s.toBlob(a=>i(a),"im\
age/png")})}function Dn(t,e,n){let o=`${t.toLowerCase().replace(/[^\p{L}\p{N}@]+/gu,"-").slice(0,60)}.${e}`,s=Object.assign(document.createElement("a"),{href:URL.
createObjectURL(n),download:o});s.click(),setTimeout(()=>URL.revokeObjectURL(s.href),1e4),J(`${o} saved`)}async function Rr(t,e){try{await navigator.clipboard.writeText(
e)}catch{let n=document.body.appendChild(Object.assign(document.createElement("textarea"),{className:"hidden",value:e}));n.select(),document.execCommand("copy"),
n.remove()}J(`${t} copied`)}function Gi({table:t}){let e=t.caption?.textContent||"";return h`<li>Table: ${e} ${Object.entries(Di).map(([n,[o,s]])=>h`
    <${Z} pressed=${async()=>Rr(n,s(await Mr(t)))}>Copy ${n}<//>
    <${Z} pressed=${async()=>Dn(e,o,new Blob([`${s(await Mr(t))}
`],{type:"text/plain"}))}>.${o}<//>`)}</li>`}function Ki({svg:t}){let e=Lr(t);return h`<li>Figure: ${e} <${Z} pressed=${()=>Dn(e,"svg",new Blob([Nr(t)],{type:"i\
mage/svg+xml"}))}>Save SVG<//>
    <${Z} pressed=${async()=>Dn(e,"png",await zi(t))}>Save PNG<//></li>`}function Yi({content:t,commandsOf:e}){let[n,o]=T(!1),[,s]=T({}),r=At("button");et(()=>{
if(!n)return;let a=new MutationObserver(()=>s({}));return a.observe(t,{childList:!0,characterData:!0,attributeFilter:["aria-label"],subtree:!0}),()=>a.disconnect()},
[n]),et(()=>{if(n)for(let a of t.querySelectorAll("details.data, .picture"))a.dispatchEvent(new Event("fill"))});let i=e();return h`<button type="button" aria-expanded=${String(
n)} onClick=${()=>o(!n)}>Copy or save</button>
    <ul class="take" hidden=${!n} ref=${r}>${n&&h`
      ${[...t.querySelectorAll("svg.figure[aria-label]")].filter(a=>!a.closest(".legend")).map(a=>h`<${Ki} svg=${a} />`)}
      ${[...t.querySelectorAll("table")].map(a=>h`<${Gi} table=${a} />`)}
      ${i.map(([a,l])=>h`<li>${a}: <code>${l}</code> <${Z} pressed=${()=>Rr("Command",l)}>Copy<//></li>`)}`}</ul>`}function Br(t,e=()=>[]){let n=Object.assign(document.
createElement("div"),{className:"taking"});t.before(n),Wt(h`<${Yi} content=${t} commandsOf=${e} />`,n)}function Ji(t,e){let{q1:n,q3:o,...s}=kt(t,e);return{topic:e,...c.topics[e],...s,spread:n===null||o===null?null:o-n}}function Xi(){let{digits:t}=c.measures[g.measure],
e=o=>({name:o,digits:0,value:s=>s[o]}),n=(o,s="")=>({name:o,help:s,digits:t,value:r=>r[o]});return[{name:"topic",text:!0,value:({id:o})=>o,cell:({topic:o})=>U("\
topic",o)},...c.topics.some(({title:o})=>o)?[{name:"title",text:!0,value:({title:o})=>o,cell:({title:o})=>o&&L(o,22)}]:[],e("judged"),e("relevant"),...c.runs.length>
1?[n("best"),{name:"best run",text:!0,value:({bestRun:o})=>c.runs[o].name,cell:({bestRun:o})=>U("run",o)},n("median","the worse, the harder the topic"),n("worst"),
n("spread","third quartile minus first quartile of all runs")]:[{...n("best"),name:M()}]]}function Qi(t){let e=t.filter(r=>r.median!==null),n=P(e.length,r=>E(g.
measure,e[r].median)).map(r=>e[r]);if(n.length<2)return null;let{digits:o}=c.measures[g.measure],s=r=>[U("topic",r.topic),r.title&&` (${r.title})`,`, ${c.runs.length>
1?"median ":""}${M()} ${v(r.median,o)}`];return nt("The hardest topic is ",s(n[n.length-1]),"; the easiest is ",s(n[0]),".")}it({id:"topics",title:"Topics",order:80},
()=>{let{measure:t,subset:e}=g,[n,o]=T(""),s=q(),r=I(()=>s.map(l=>Ji(t,l)),[t,e]),i=r.filter(({id:l,title:u,description:d,narrative:p})=>ge(n,[l,u,d,p])),a=l=>()=>{
let u=s.indexOf(g.topic)+(s.includes(g.topic)?l:Math.max(l,0));F({topic:s[(u+s.length)%s.length]}),J(`Topic ${c.topics[g.topic].id}`)};return h`${Qi(r)}<${ut}><${$e} words="Filter topics" value=${n} changed=${o} />
      <${Z} pressed=${a(-1)}>Previous topic<//><${Z} pressed=${a(1)}>Next topic<//><//>
    <div class="halves list"><div><${Ot} columns=${Xi()} rows=${i} title="Topics and their difficulty" sorted=${{column:0,ascending:!0}} kind="short"
      empty="No topic has these words."
      rowAttributes=${({topic:l})=>l===g.topic?{class:"chosen","aria-current":"true"}:{}} />
    <p class="caption" role="status">${v(i.length,0)} of ${k(c.topics.length,"topic")}${c.runs.length>1&&h`; best, median and worst of ${k(c.runs.length,"run")} by ${M()}; the ${c.
measures[t].lower_is_better?"higher":"lower"} the median, the harder
      the topic; spread: between the quartiles of the runs`}.</p></div>
    <div><${Zi} /></div></div>
    <div>${c.first?h`<${dr} />`:R("Which documents the runs found is not known: this page was made from results without the runs themselves")}</div>`});function Zi(){
let{measure:t,topic:e,run:n,filter:o,only:s,colour:r}=g,{id:i,title:a,description:l,narrative:u,judged:d,relevant:p}=c.topics[e],f=[["Description",l],["Narrativ\
e",u]].filter(([,$])=>$),m=d===null?null:`${k(d,"document")} judged, ${v(p,0)} of them relevant`;return h`<h3 id="topic-panel">Topic ${L(i,1/0)}${a&&h`: <bdi>${a}</bdi>`}</h3>
    <p class="facts">${[m,!q().includes(e)&&`not a topic${at()}`].filter(Boolean).join("; ")}</p>
    ${f.map(([$,_])=>h`<p class="prose"><strong>${$}: </strong><bdi>${_}</bdi></p>`)}
    ${I(()=>ta(t,e),[t,e,n,o,s,r])}`}function ta(t,e){let{digits:n}=c.measures[t],o=gt(),s=ot().filter(f=>H(t,e,f)!==null),r=P(s.length,f=>E(t,H(t,e,s[f]))).map(
f=>s[f]);if(!r.length)return h`<p>No run was evaluated on this topic.</p>`;if(c.runs.length===1)return h`<p>${M(t)} ${v(H(t,e,0),n)}</p>`;let i=r.map(f=>Number(
H(t,e,f))),a=r.map(f=>c.runs[f].name),[l,u]=bt(t),d=r.indexOf(g.run),p={title:`${M(t)} of every run on topic ${c.topics[e].id}`,names:a,most:14,height:182,share:{
screen:.39},axis:{label:M(t),low:l,high:u},description:`From ${v(i[0],n)} to ${v(i[i.length-1],n)}, median ${v(Zt(i),n)}.`,marks:[{kind:"bar",of:f=>[0,i[f]],colour:f=>o.
ofRun(r[f])}],lines:[[0,"axis"],[Number(Zt(i)),"median"]],pointed:d<0?void 0:[d,Math.max(0,i[d])],item:"run",open:f=>be("run",r[f]),words:f=>`${G(a[f])}
${M(t)} ${v(i[f],n)}, rank ${te(t,e,r[f])}`};return h`<${Dt} figure=${p} />
    <${mt} listed=${[...Pt(o),[{d:"M3 1h10l-5 9z",fill:"var(--text)"},`${G(c.runs[g.run].name)}, the chosen run`],[{d:"M0 6H16",class:"median"},"median"]]} />
    ${R(`${M(t)} of ${r.length<c.runs.length?`${v(r.length,0)} of `:""}${k(c.runs.length,"run")} on this topic, the best first`,c.dialect&&`dialect ${c.dialect}`)}
    <${ft} title="${M(t)} on this topic" heads=${["run","group","value"]}
      rows=${()=>r.map((f,m)=>[L(a[m]),L(c.runs[f].group),v(i[m],n)])} />`}function Ir(){let[t,e]=[ke(),ot()];return t?` --type ${Nt(t)}`:e.length<c.runs.length&&e.length<=12?e.map(n=>` --run ${Nt(c.runs[n].name)}`).join(""):""}function ea(t){
let[e,n]=[g.run,g.other].map(a=>Nt(c.runs[a].name)),o=`-m ${Nt(M())}`,s=c.measures.map((a,l)=>` -m ${Nt(M(l))}`).join(""),r=(a,l="")=>[a,"report figures",`--out\
put figures-${t} ${o}${l}${Ir()}`];return({leaderboard:[["In a terminal","report leaderboard",o],["As LaTeX, to fit a column","report table",`${s.trim()}${Ir()}\
 --format latex --for acm${c.measures.length>4?" --wide":""} --output table.tex`],r("As a figure"," --figure leaderboard")],curves:[r("As a figure"," --figure p\
recision-recall")],heatmap:[r("As a figure"," --figure heat-map")],pair:[["In a terminal","compare",`${e} ${n} ${o}`],r("As a figure",` --figure leaderboard --p\
air ${e} ${n}`)],topics:[["In a terminal","report topics",`${o} --run ${e}`]],participants:[["In a terminal","diagnose",`--run ${e}`]],quality:[["In a terminal",
"diagnose","--part runs"]]}[t]||[]).map(([a,l,u])=>[a,bn(l,u)])}function na(){return h`<${ct} words="Measure" name="measure" options=${So()} />`}function oa(){let t=Object.
keys(c.subsets),e=ot().length;return h`
    ${t.length>0&&h`<${ct} words="Topics" name="subset" options=${[["","all"],...t.map(n=>[n,n])]} />`}
    ${e<c.runs.length&&h`<${Z} pressed=${()=>F({filter:"",only:[]})}>${e} of ${k(c.runs.length,"run")}: show all<//>`}`}function ra(){return[...Bo(),...c.mind].
map(([e,n,o])=>{let{name:s}=c.types,r=o&&c.types.values.includes(o)?`&only=${encodeURIComponent(`${s}:${o}`)}`:"";return h`<li key=${e} class=${n==="leaderboard"?
null:"mind"}><a href=${`#${n}${r}`}><bdi>${e}</bdi></a></li>`})}function sa(t,e){let n=Object.assign(document.createElement("a"),{href:`#${t}`,textContent:e});document.
querySelector("nav ul")?.appendChild(document.createElement("li")).append(n);let o=document.getElementById(t);if(o)return o;let s=Object.assign(document.createElement(
"section"),{id:t});return s.setAttribute("aria-labelledby",`${t}-title`),s.append(Object.assign(document.createElement("h2"),{id:`${t}-title`,textContent:e}),Object.
assign(document.createElement("div"),{className:"content"})),rt("about").before(s),s}br(t=>{_o(t),bo({measure:c.first_measure,other:Math.min(1,c.runs.length-1),
curves:cr().map(n=>c.runs[n].name)}),ue(rt("measure"),na),ue(rt("left"),oa);let e=document.querySelector("ul.verdict");e&&ue(e,ra);for(let{id:n,title:o,Content:s}of $n.
sort((r,i)=>r.order-i.order).filter(({there:r})=>!r||r())){let r=sa(n,o),i=r.querySelector(".content");ue(i,s,r),Br(i,()=>ea(n)),me(r,".taking > button, .data >\
 summary")}document.addEventListener("click",Ao),window.addEventListener("hashchange",vn),yo()},vn);})();
