// Made by scripts/web/bundle.mjs of the modules in scripts/, Preact (MIT) and htm (Apache 2.0): do not edit.
(()=>{var Fn=function(e,t,n,o){var s;t[0]=0;for(var r=1;r<t.length;r++){var i=t[r++],a=t[r]?(t[0]|=i?1:2,n[t[r++]]):t[++r];i===3?o[0]=a:i===4?o[1]=Object.assign(o[1]||
{},a):i===5?(o[1]=o[1]||{})[t[++r]]=a:i===6?o[1][t[++r]]+=a+"":i?(s=e.apply(a,Fn(e,a,n,["",null])),o.push(s),a[0]?t[0]|=2:(t[r-2]=0,t[r]=s)):o.push(a)}return o},
Dn=new Map;function Hn(e){var t=Dn.get(this);return t||(t=new Map,Dn.set(this,t)),(t=Fn(this,t.get(e)||(t.set(e,t=(function(n){for(var o,s,r=1,i="",a="",l=[0],c=function(f){
r===1&&(f||(i=i.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?l.push(0,f,i):r===3&&(f||i)?(l.push(3,f,i),r=2):r===2&&i==="..."&&f?l.push(4,f,0):r===2&&i&&!f?l.push(5,0,!0,
i):r>=5&&((i||!f&&r===5)&&(l.push(r,0,i,s),r=6),f&&(l.push(r,f,0,s),r=6)),i=""},d=0;d<n.length;d++){d&&(r===1&&c(),c(d));for(var p=0;p<n[d].length;p++)o=n[d][p],
r===1?o==="<"?(c(),l=[l],r=3):i+=o:r===4?i==="--"&&o===">"?(r=1,i=""):i=o+i[0]:a?o===a?a="":i+=o:o==='"'||o==="'"?a=o:o===">"?(c(),r=1):r&&(o==="="?(r=5,s=i,i=""):
o==="/"&&(r<5||n[d][p+1]===">")?(c(),r===3&&(l=l[0]),r=l,(l=l[0]).push(2,0,r),r=0):o===" "||o==="	"||o===`
`||o==="\r"?(c(),r=2):i+=o),r===3&&i==="!--"&&(r=4,l=l[0])}return c(),l})(e)),t),arguments,[])).length>1?t:t[0]}var Nt,B,zn,Tr,Te,Wn,Gn,Kn,tn,Mt,ot,Yn,rn,nn,on,Er,jt={},Ct=[],Lr=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,Tt=Array.isArray;function je(e,t){
for(var n in t)e[n]=t[n];return e}function sn(e){e&&e.parentNode&&e.parentNode.removeChild(e)}function an(e,t,n){var o,s,r,i={};for(r in t)r=="key"?o=t[r]:r=="r\
ef"?s=t[r]:i[r]=t[r];if(arguments.length>2&&(i.children=arguments.length>3?Nt.call(arguments,2):n),typeof e=="function"&&e.defaultProps!=null)for(r in e.defaultProps)
i[r]===void 0&&(i[r]=e.defaultProps[r]);return Ot(e,i,o,s,null)}function Ot(e,t,n,o,s){var r={type:e,props:t,key:n,ref:o,__k:null,__:null,__b:0,__e:null,__c:null,
constructor:void 0,__v:s??++zn,__i:-1,__u:0};return s==null&&B.vnode!=null&&B.vnode(r),r}function Et(e){return e.children}function St(e,t){this.props=e,this.context=t}function Fe(e,t){if(t==null)return e.__?Fe(e.__,e.__i+1):null;for(var n;t<e.__k.length;t++)
if((n=e.__k[t])!=null&&n.__e!=null)return n.__e;return typeof e.type=="function"?Fe(e):null}function Rr(e){if(e.__P&&e.__d){var t=e.__v,n=t.__e,o=[],s=[],r=je({},
t);r.__v=t.__v+1,B.vnode&&B.vnode(r),ln(e.__P,r,t,e.__n,e.__P.namespaceURI,32&t.__u?[n]:null,o,n??Fe(t),!!(32&t.__u),s),r.__v=t.__v,r.__.__k[r.__i]=r,eo(o,r,s),
t.__e=t.__=null,r.__e!=n&&Jn(r)}}function Jn(e){if((e=e.__)!=null&&e.__c!=null)return e.__e=e.__c.base=null,e.__k.some(function(t){if(t!=null&&t.__e!=null)return e.
__e=e.__c.base=t.__e}),Jn(e)}function qn(e){(!e.__d&&(e.__d=!0)&&Te.push(e)&&!At.__r++||Wn!=B.debounceRendering)&&((Wn=B.debounceRendering)||Gn)(At)}function At(){
try{for(var e,t=1;Te.length;)Te.length>t&&Te.sort(Kn),e=Te.shift(),t=Te.length,Rr(e)}finally{Te.length=At.__r=0}}function Xn(e,t,n,o,s,r,i,a,l,c,d){var p,f,m,$,
_,b,w=o&&o.__k||Ct,k=t.length;for(l=Br(n,t,w,l,k),p=0;p<k;p++)(m=n.__k[p])!=null&&(f=m.__i!=-1&&w[m.__i]||jt,m.__i=p,b=ln(e,m,f,s,r,i,a,l,c,d),$=m.__e,m.ref&&f.
ref!=m.ref&&(f.ref&&cn(f.ref,null,m),d.push(m.ref,m.__c||$,m)),_==null&&$!=null&&(_=$),4&m.__u?(l=Qn(m,l,e),f.__e&&(f.__e=null)):typeof m.type=="function"&&b!==
void 0?l=b:$&&(l=$.nextSibling),m.__u&=-7);return n.__e=_,l}function Br(e,t,n,o,s){var r,i,a,l,c,d=n.length,p=d,f=0;for(e.__k=new Array(s),r=0;r<s;r++)(i=t[r])!=
null&&typeof i!="boolean"&&typeof i!="function"?(typeof i=="string"||typeof i=="number"||typeof i=="bigint"||i.constructor==String?i=e.__k[r]=Ot(null,i,null,null,
null):Tt(i)?i=e.__k[r]=Ot(Et,{children:i},null,null,null):i.constructor===void 0&&i.__b>0?i=e.__k[r]=Ot(i.type,i.props,i.key,i.ref?i.ref:null,i.__v):e.__k[r]=i,
l=r+f,i.__=e,i.__b=e.__b+1,a=null,(c=i.__i=Pr(i,n,l,p))!=-1&&(p--,(a=n[c])&&(a.__u|=2)),a==null||a.__v==null?(c==-1&&(s>d?f--:s<d&&f++),typeof i.type!="function"&&
(i.__u|=4)):c!=l&&(c==l-1?f--:c==l+1?f++:(c>l?f--:f++,i.__u|=4))):e.__k[r]=null;if(p)for(r=0;r<d;r++)(a=n[r])!=null&&(2&a.__u)==0&&(a.__e==o&&(o=Fe(a)),no(a,a));
return o}function Qn(e,t,n){var o,s;if(typeof e.type=="function"){for(o=e.__k,s=0;o&&s<o.length;s++)o[s]&&(o[s].__=e,t=Qn(o[s],t,n));return t}e.__e!=t&&(t&&e.type&&
!t.parentNode&&(t=Fe(e)),t=n.insertBefore(e.__e,t||null));do t=t&&t.nextSibling;while(t!=null&&t.nodeType==8);return t}function Pr(e,t,n,o){var s,r,i,a=e.key,l=e.type,c=t[n],d=c!=null&&(2&c.__u)==0;if(c===null&&a==null||d&&a==c.key&&l==c.type)return n;if(o>(d?1:0)){for(s=n-1,r=n+
1;s>=0||r<t.length;)if((c=t[i=s>=0?s--:r++])!=null&&(2&c.__u)==0&&a==c.key&&l==c.type)return i}return-1}function Un(e,t,n){t[0]=="-"?e.setProperty(t,n??""):e[t]=
n==null?"":typeof n!="number"||Lr.test(t)?n:n+"px"}function kt(e,t,n,o,s){var r,i;e:if(t=="style")if(typeof n=="string")e.style.cssText=n;else{if(typeof o=="str\
ing"&&(e.style.cssText=o=""),o)for(t in o)n&&t in n||Un(e.style,t,"");if(n)for(t in n)o&&n[t]==o[t]||Un(e.style,t,n[t])}else if(t[0]=="o"&&t[1]=="n")r=t!=(t=t.replace(
Yn,"$1")),i=t.toLowerCase(),t=i in e||t=="onFocusOut"||t=="onFocusIn"?i.slice(2):t.slice(2),e.l||(e.l={}),e.l[t+r]=n,n?o?n[ot]=o[ot]:(n[ot]=rn,e.addEventListener(
t,r?on:nn,r)):e.removeEventListener(t,r?on:nn,r);else{if(s=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&
t!="height"&&t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in e)try{e[t]=n??"";break e}catch{}
typeof n=="function"||(n==null||n===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,t=="popover"&&n==1?"":n))}}function Vn(e){return function(t){if(this.l){
var n=this.l[t.type+e];if(t[Mt]==null)t[Mt]=rn++;else if(t[Mt]<n[ot])return;return n(B.event?B.event(t):t)}}}function ln(e,t,n,o,s,r,i,a,l,c){var d,p,f,m,$,_,b,
w,k,M,R,U,V,F,S,O,j=t.type;if(t.constructor!==void 0)return null;128&n.__u&&(l=!!(32&n.__u),r=[a=t.__e=n.__e]),(d=B.__b)&&d(t);e:if(typeof j=="function"){p=i.length;
try{if(k=t.props,M=j.prototype&&j.prototype.render,R=(d=j.contextType)&&o[d.__c],U=d?R?R.props.value:d.__:o,n.__c?w=(f=t.__c=n.__c).__=f.__E:(M?t.__c=f=new j(k,
U):(t.__c=f=new St(k,U),f.constructor=j,f.render=Dr),R&&R.sub(f),f.state||(f.state={}),f.__n=o,m=f.__d=!0,f.__h=[],f._sb=[]),M&&f.__s==null&&(f.__s=f.state),M&&
j.getDerivedStateFromProps!=null&&(f.__s==f.state&&(f.__s=je({},f.__s)),je(f.__s,j.getDerivedStateFromProps(k,f.__s))),$=f.props,_=f.state,f.__v=t,m)M&&j.getDerivedStateFromProps==
null&&f.componentWillMount!=null&&f.componentWillMount(),M&&f.componentDidMount!=null&&f.__h.push(f.componentDidMount);else{if(M&&j.getDerivedStateFromProps==null&&
k!==$&&f.componentWillReceiveProps!=null&&f.componentWillReceiveProps(k,U),t.__v==n.__v||!f.__e&&f.shouldComponentUpdate!=null&&f.shouldComponentUpdate(k,f.__s,
U)===!1){t.__v!=n.__v&&(f.props=k,f.state=f.__s,f.__d=!1),t.__e=n.__e,t.__k=n.__k,t.__k.some(function(X){X&&(X.__=t)}),Ct.push.apply(f.__h,f._sb),f._sb=[],f.__h.
length&&i.push(f),a=Fe(n);break e}f.componentWillUpdate!=null&&f.componentWillUpdate(k,f.__s,U),M&&f.componentDidUpdate!=null&&f.__h.push(function(){f.componentDidUpdate(
$,_,b)})}if(f.context=U,f.props=k,f.__P=e,f.__e=!1,V=B.__r,F=0,M)f.state=f.__s,f.__d=!1,V&&V(t),d=f.render(f.props,f.state,f.context),Ct.push.apply(f.__h,f._sb),
f._sb=[];else do f.__d=!1,V&&V(t),d=f.render(f.props,f.state,f.context),f.state=f.__s;while(f.__d&&++F<25);f.state=f.__s,f.getChildContext!=null&&(o=je(je({},o),
f.getChildContext())),M&&!m&&f.getSnapshotBeforeUpdate!=null&&(b=f.getSnapshotBeforeUpdate($,_)),S=d!=null&&d.type===Et&&d.key==null?to(d.props.children):d,a=Xn(
e,Tt(S)?S:[S],t,n,o,s,r,i,a,l,c),f.base=t.__e,t.__u&=-161,f.__h.length&&i.push(f),w&&(f.__E=f.__=null)}catch(X){if(i.length=p,t.__v=null,l||r!=null){if(X.then){
for(t.__u|=l?160:128;a&&a.nodeType==8&&a.nextSibling;)a=a.nextSibling;r!=null&&(r[r.indexOf(a)]=null),t.__e=a}else if(r!=null)for(O=r.length;O--;)sn(r[O])}else t.
__e=n.__e;t.__k==null&&(t.__k=n.__k||[]),X.then||Zn(t),B.__e(X,t,n)}}else r==null&&t.__v==n.__v?(t.__k=n.__k,t.__e=n.__e):a=t.__e=Ir(n.__e,t,n,o,s,r,i,l,c);return(d=
B.diffed)&&d(t),128&t.__u?void 0:a}function Zn(e){e&&(e.__c&&(e.__c.__e=!0),e.__k&&e.__k.some(Zn))}function eo(e,t,n){for(var o=0;o<n.length;o++)cn(n[o],n[++o],
n[++o]);B.__c&&B.__c(t,e),e.some(function(s){try{e=s.__h,s.__h=[],e.some(function(r){r.call(s)})}catch(r){B.__e(r,s.__v)}})}function to(e){return typeof e!="obj\
ect"||e==null||e.__b>0?e:Tt(e)?e.map(to):e.constructor!==void 0?null:je({},e)}function Ir(e,t,n,o,s,r,i,a,l){var c,d,p,f,m,$,_,b=n.props||jt,w=t.props,k=t.type;
if(k=="svg"?s="http://www.w3.org/2000/svg":k=="math"?s="http://www.w3.org/1998/Math/MathML":s||(s="http://www.w3.org/1999/xhtml"),r!=null){for(c=0;c<r.length;c++)
if((m=r[c])&&"setAttribute"in m==!!k&&(k?m.localName==k:m.nodeType==3)){e=m,r[c]=null;break}}if(e==null){if(k==null)return document.createTextNode(w);e=document.
createElementNS(s,k,w.is&&w),a&&(B.__m&&B.__m(t,r),a=!1),r=null}if(k==null)b===w||a&&e.data==w||(e.data=w);else{if(r=k=="textarea"&&w.defaultValue!=null?null:r&&
Nt.call(e.childNodes),!a&&r!=null)for(b={},c=0;c<e.attributes.length;c++)b[(m=e.attributes[c]).name]=m.value;for(c in b)m=b[c],c=="dangerouslySetInnerHTML"?p=m:
c=="children"||c in w||c=="value"&&"defaultValue"in w||c=="checked"&&"defaultChecked"in w||kt(e,c,null,m,s);for(c in w)m=w[c],c=="children"?f=m:c=="dangerouslyS\
etInnerHTML"?d=m:c=="value"?$=m:c=="checked"?_=m:a&&typeof m!="function"||b[c]===m||kt(e,c,m,b[c],s);if(d)a||p&&(d.__html==p.__html||d.__html==e.innerHTML)||(e.
innerHTML=d.__html),t.__k=[];else if(p&&(e.innerHTML=""),Xn(t.type=="template"?e.content:e,Tt(f)?f:[f],t,n,o,k=="foreignObject"?"http://www.w3.org/1999/xhtml":s,
r,i,r?r[0]:n.__k&&Fe(n,0),a,l),r!=null)for(c=r.length;c--;)sn(r[c]);a&&k!="textarea"||(c="value",k=="progress"&&$==null?e.removeAttribute("value"):$!=null&&($!==
e[c]||k=="progress"&&!$||k=="option"&&$!=b[c])&&kt(e,c,$,b[c],s),c="checked",_!=null&&_!=e[c]&&kt(e,c,_,b[c],s))}return e}function cn(e,t,n){try{if(typeof e=="f\
unction"){var o=typeof e.__u=="function";o&&e.__u(),o&&t==null||(e.__u=e(t))}else e.current=t}catch(s){B.__e(s,n)}}function no(e,t,n){var o,s;if(B.unmount&&B.unmount(
e),(o=e.ref)&&(o.current&&o.current!=e.__e||cn(o,null,t)),(o=e.__c)!=null){if(o.componentWillUnmount)try{o.componentWillUnmount()}catch(r){B.__e(r,t)}o.base=o.__P=
o.__n=null}if(o=e.__k)for(s=0;s<o.length;s++)o[s]&&no(o[s],t,n||typeof e.type!="function");n||sn(e.__e),e.__c=e.__=e.__e=void 0}function Dr(e,t,n){return this.constructor(
e,n)}function He(e,t,n){var o,s,r,i;t==document&&(t=document.documentElement),B.__&&B.__(e,t),s=(o=typeof n=="function")?null:n&&n.__k||t.__k,r=[],i=[],ln(t,e=(!o&&
n||t).__k=an(Et,null,[e]),s||jt,jt,t.namespaceURI,!o&&n?[n]:s?null:t.firstChild?Nt.call(t.childNodes):null,r,!o&&n?n:s?s.__e:t.firstChild,o,i),eo(r,e,i),e.props.
children=null}Nt=Ct.slice,B={__e:function(e,t,n,o){for(var s,r,i;t=t.__;)if((s=t.__c)&&!s.__)try{if((r=s.constructor)&&r.getDerivedStateFromError!=null&&(s.setState(r.getDerivedStateFromError(
e)),i=s.__d),s.componentDidCatch!=null&&(s.componentDidCatch(e,o||{}),i=s.__d),i)return s.__E=s}catch(a){e=a}throw e}},zn=0,Tr=function(e){return e!=null&&e.constructor===
void 0},St.prototype.setState=function(e,t){var n;n=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=je({},this.state),typeof e=="function"&&(e=e(je({},n),
this.props)),e&&je(n,e),e!=null&&this.__v&&(t&&this._sb.push(t),qn(this))},St.prototype.forceUpdate=function(e){this.__v&&(this.__e=!0,e&&this.__h.push(e),qn(this))},
St.prototype.render=Et,Te=[],Gn=typeof Promise=="function"?Promise.prototype.then.bind(Promise.resolve()):setTimeout,Kn=function(e,t){return e.__v.__b-t.__v.__b},
At.__r=0,tn=Math.random().toString(8),Mt="__d"+tn,ot="__a"+tn,Yn=/(PointerCapture)$|Capture$/i,rn=0,nn=Vn(!1),on=Vn(!0),Er=0;var rt,z,un,oo,Rt=0,fo=[],K=B,ro=K.__b,so=K.__r,io=K.diffed,ao=K.__c,lo=K.unmount,co=K.__;function dn(e,t){K.__h&&K.__h(z,e,Rt||t),Rt=0;var n=z.__H||(z.__H={__:[],
__h:[]});return e>=n.__.length&&n.__.push({}),n.__[e]}function T(e){return Rt=1,Fr(ho,e)}function Fr(e,t,n){var o=dn(rt++,2);if(o.t=e,!o.__c&&(o.__=[n?n(t):ho(void 0,
t),function(a){var l=o.__N?o.__N[0]:o.__[0],c=o.t(l,a);l!==c&&(o.__N=[c,o.__[1]],o.__c.setState({}))}],o.__c=z,!z.__f)){var s=function(a,l,c){if(!o.__c.__H)return!0;
var d=!1,p=o.__c.props!==a;if(o.__c.__H.__.some(function(m){if(m.__N){d=!0;var $=m.__[0];m.__=m.__N,m.__N=void 0,$!==m.__[0]&&(p=!0)}}),r){var f=r.call(this,a,l,
c);return d?f||p:f}return!d||p};z.__f=!0;var r=z.shouldComponentUpdate,i=z.componentWillUpdate;z.componentWillUpdate=function(a,l,c){if(this.__e){var d=r;r=void 0,
s(a,l,c),r=d}i&&i.call(this,a,l,c)},z.shouldComponentUpdate=s}return o.__N||o.__}function te(e,t){var n=dn(rt++,4);!K.__s&&po(n.__H,t)&&(n.__=e,n.u=t,z.__h.push(n))}function me(e){return Rt=5,P(function(){return{current:e}},[])}function P(e,t){var n=dn(rt++,7);return po(n.__H,t)&&(n.__=e(),n.__H=t,n.__h=e),n.__}function Hr(){for(var e;e=fo.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(Lt),t.__h.some(fn),t.__h=[]}catch(n){t.__h=[],K.__e(n,e.__v)}}}K.__b=function(e){z=
null,ro&&ro(e)},K.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),co&&co(e,t)},K.__r=function(e){so&&so(e),rt=0;var t=(z=e.__c).__H;t&&(un===z?(t.__h=[],
z.__h=[],t.__.some(function(n){n.__N&&(n.__=n.__N),n.u=n.__N=void 0})):(t.__h.some(Lt),t.__h.some(fn),t.__h=[],rt=0)),un=z},K.diffed=function(e){io&&io(e);var t=e.
__c;t&&t.__H&&(t.__H.__h.length&&(fo.push(t)!==1&&oo===K.requestAnimationFrame||((oo=K.requestAnimationFrame)||Wr)(Hr)),t.__H.__.some(function(n){n.u&&(n.__H=n.
u,n.u=void 0)})),un=z=null},K.__c=function(e,t){t.some(function(n){try{n.__h.some(Lt),n.__h=n.__h.filter(function(o){return!o.__||fn(o)})}catch(o){t.some(function(s){
s.__h&&(s.__h=[])}),t=[],K.__e(o,n.__v)}}),ao&&ao(e,t)},K.unmount=function(e){lo&&lo(e);var t,n=e.__c;n&&n.__H&&(n.__H.__.some(function(o){try{Lt(o)}catch(s){t=
s}}),n.__H=void 0,t&&K.__e(t,n.__v))};var uo=typeof requestAnimationFrame=="function";function Wr(e){var t,n=function(){clearTimeout(o),uo&&cancelAnimationFrame(
t),setTimeout(e)},o=setTimeout(n,35);uo&&(t=requestAnimationFrame(n))}function Lt(e){var t=z,n=e.__c;typeof n=="function"&&(e.__c=void 0,n()),z=t}function fn(e){
var t=z;e.__c=e.__(),z=t}function po(e,t){return!e||e.length!==t.length||t.some(function(n,o){return n!==e[o]})}function ho(e,t){return typeof t=="function"?t(e):
t}var h=Hn.bind(an);var u=null;function go(e){u=e}var g={measure:0,run:0,other:1,topic:0,against:-1,colour:"",sort:"",filter:"",only:[],columns:[],curves:[],heat:"",subset:"",topics_by:"\
hardest",runs_by:"value",pair_by:"gain"},at={...g},Bt=[],[mo,qr]=[200,400],$o=0,Je={topic:()=>u.topics.map(e=>e.id)};Je.measure=()=>u.measures.map(e=>e.label);for(let e of[
"run","other","against"])Je[e]=()=>u.runs.map(t=>t.name);var Ur={topic:"topic",measure:"measure",subset:"subset"};function _o(e){Object.assign(g,e),at={...g};let{
choices:t,unknown:n}=ct(location.hash);n||Object.assign(g,t)}function lt(e,t,n=null){e.replaceChildren(),Bt.push({draw:()=>He(h`<${t} />`,e),home:n,stale:!0}),it(
()=>!0)}function it(e){let t=document.activeElement;for(let n of Bt.filter(({stale:o,home:s})=>o&&e(s)))n.stale=!1,n.draw();t!==document.activeElement&&t?.isConnected&&
t.focus({preventScroll:!0})}function bo(e){if(!e)return!0;let{top:t,bottom:n}=e.getBoundingClientRect();return n>-mo&&t<window.innerHeight+mo}function vo(e=qr){
clearTimeout($o);let t=Bt.find(({stale:n})=>n);t&&($o=window.setTimeout(()=>{it(n=>n===t.home),vo(0)},e))}function wo(){document.addEventListener("scroll",()=>it(
bo),{passive:!0}),window.addEventListener("beforeprint",()=>it(()=>!0))}function yo(e,t){let n=Object.entries(e).filter(([o,s])=>String(s)!==String(g[o]));if(!n.
length)return!1;Object.assign(g,Object.fromEntries(n));for(let o of Bt)o.stale=!0;return it(o=>o?.id===t||bo(o)),vo(),!0}function H(e,{again:t,section:n}={}){let o=n||
Vr()||ct(location.hash).section;if(!yo(e,o)&&!n||!document.documentElement.dataset.ready)return;let s=zr(o);s!==location.hash&&(t?history.replaceState({own:!0},
"",s):history.pushState({own:!0},"",s))}function Vr(){let e=document.activeElement&&document.activeElement.closest("main section");return e?e.id:""}function zr(e){
let t=Object.entries(g).filter(([n,o])=>String(o)!==String(at[n])).map(([n,o])=>`${n}=${[o].flat().map(s=>encodeURIComponent(Je[n]?Je[n]()[Number(s)]||"":s)).join(
",")}`);return`#${[e,...t].filter(Boolean).join("&")}`}function ct(e){let t="",n={},o=null;for(let i of e.replace(/^#/,"").split("&")){let[,a,l]=/^(\w+)=(.*)$/.
exec(i)||[];a?Object.hasOwn(at,a)&&(n[a]=Gr(a,l),n[a]===-1&&(o=[Ur[a]||"run",st(l)])):t=t||i}let[s,...r]=Object.keys(n);return!t&&!r.length&&(t={topic:"topics",
run:"participants"}[s]||""),{section:t,choices:n,unknown:o}}function Gr(e,t){return Je[e]?Je[e]().indexOf(st(t)):Array.isArray(at[e])?t?t.split(",").map(st):[]:
e==="subset"&&t&&!Object.hasOwn(u.subsets,st(t))?-1:st(t)}function xo(e,t){yo({...at,...e},t)}function st(e){try{return decodeURIComponent(e)}catch{return e}}function Xe(e){let{hues:t,dashes:n}=u.palette;return{stroke:`var(--hue-${e%t})`,"stroke-dasharray":n[Math.floor(e/t)%n.length].map(o=>2*o).join(" ")}}var ko=["#\
a63603","#e6853c","#fdd0a2","#f7f7f7","#9ecae1","#4292c6","#084594"];function Kr(e){return[1,3,5].map(t=>parseInt(e.slice(t,t+2),16))}function pn(e,t=u.palette.
shades){let n=Math.min(Math.max(e,0),1)*(t.length-1),o=Math.min(Math.floor(n),t.length-2),[s,r]=[t[o],t[o+1]].map(Kr);return`rgb(${s.map((i,a)=>Math.round(i+(n-
o)*(r[a]-i))).join(",")})`}function ut(e,t,n=6){let s=(t-e||1)/(n-1),r=10**Math.floor(Math.log10(s)),i=[1,2,5,10].map(c=>c*r).find(c=>c>=s*.999)||r,a=Math.floor(e/i+1e-9),l=Math.max(a+1,Math.
ceil(t/i-1e-9));return Array.from({length:l-a+1},(c,d)=>Number(((a+d)*i).toPrecision(12)))}function Ee(e,t,n,o,s){let r=ut(e,t,s),[i,a]=[r[0],r[r.length-1]],l=d=>n+
(d-i)/(a-i)*(o-n);return Object.assign(l,{clamped:d=>l(Math.min(Math.max(d,i),a)),ticks:r,low:i,high:a})}function C(e){return Math.round(e*10)/10}var hn={width:716,
height:905};function We(e,t={}){return e?Math.floor(hn.width*(t.paper||1)):Math.floor(Math.min(1400,window.innerWidth-42)*(window.innerWidth<1100?1:t.screen||1))-
(t.screen?14:0)}var Le=()=>window.innerWidth<640;function de(e,t=24){let n=u.rooms.filter(r=>r<=t);if(Object.hasOwn(u.short,e)&&e.length>t&&n.length)return u.short[e][n.
length-1];let o=Array.from(e),s=Math.floor((t-1)/2);return o.length>t?`${o.slice(0,t-1-s).join("")}…${o.slice(o.length-s).join("")}`:e}function Pt(e,t=11){return Math.
max(1,Math.ceil(t/e))}function G(e){return`⁨${e.replaceAll("⁩","")}⁩`}function ke(e){return e.map(([t,n],o)=>`${o?"L":"M"}${C(t)} ${C(n)}`).join("")}function Ce(e,t,n,o){
return`M${C(e)} ${C(t)}h${C(n)}v${C(o)}h${C(-n)}z`}function mn(e,t,n){let o=C(2*n);return`M${C(e-n)} ${C(t)}a${C(n)} ${C(n)} 0 1 0 ${o} 0a${C(n)} ${C(n)} 0 1 0 ${-o}\
 0z`}var gn=[];function se(e,t){gn.push({...e,Content:t})}function E(e,t=Le()?16:32){return h`<bdi class="name" title=${e}>${de(e,t)}</bdi>`}function oe(e){return document.
getElementById(e)}function ft(){return u.runs.map(({name:e},t)=>[t,e])}function Mo(){return u.measures.map(({label:e},t)=>[t,e])}function re(...e){return h`<p class="answer">${e}</p>`}
function L(...e){return h`<p class="caption">${e.filter(Boolean).join("; ")}.</p>`}function v(e,t=4){return e==null||Number.isNaN(e)?"–":t?e.toFixed(t):Math.round(
e).toLocaleString("en")}function y(e,t,n=e){let[o,s]=[e,n].map(r=>r.toLocaleString("en"));return`${o}${n===e?"":` to ${s}`} ${t}${n===1?"":"s"}`}function It(e){return e==null?"–":e<1e-300?"< 1e-300":e<1e-4?e.toExponential(1):e.toFixed(4)}function Be(e){return e==null?"–":`${(100*e).toFixed(1)} %`}function D(e,t,n){
let o=u.values[e][t][n];return o===null?null:u.measures[e].digits?o/u.unit:o}function Me(e,t){return u.runs.map((n,o)=>D(e,t,o))}function be(e,t){let n=e.filter(
i=>i!==null).sort((i,a)=>i-a);if(!n.length)return null;let o=(n.length-1)*t,s=Math.floor(o),r=Math.min(s+1,n.length-1);return n[s]+(o-s)*(n[r]-n[s])}var $e=e=>be(
e,.5);function qe(e){let t=e.filter(n=>n!==null);return t.length?t.reduce((n,o)=>n+o,0)/t.length:null}function I(e,t,n=!1){let o=Array.from({length:e},(i,a)=>a),
s=o.map(t),r=n?1:-1;return o.sort((i,a)=>s[i]===null||s[a]===null?+(s[i]===null)-+(s[a]===null)||i-a:r*(s[i]<s[a]?-1:s[i]>s[a]?1:0)||i-a)}function A(e,t){return t!==
null&&u.measures[e].lower_is_better?-t:t}function Dt(e,t){let[n]=I(t.length,o=>A(e,t[o]));return{bestRun:n,best:t[n],median:$e(t),worst:be(t,u.measures[e].lower_is_better?
1:0)}}function _n(e,t,n){return t===null?null:1+n.filter(o=>o!==null&&A(e,o)>A(e,t)).length}function ve(e){return $n.has(e)||$n.set(e,Yr(e)),$n.get(e)??[0,1]}var $n=new Map;
function Yr(e){let t=u.topics.flatMap((s,r)=>Me(e,r)).map(Number),[n,o]=t.reduce(([s,r],i)=>[Math.min(s,i),Math.max(r,i)],[0,u.measures[e].digits?1:0]);return[n,
o>n?o:n+1]}function x(e=g.measure){return u.measures[e].label}function W(){return u.subsets[g.subset]||[...u.topics.keys()]}function ie(){return g.subset&&` of \
the subset ${g.subset}`}function ae(e=g.measure){return u.boards.find(t=>t.subset===g.subset&&t.measure===e)||null}function Ue(){return`${Number((100*u.confidence).
toPrecision(6))} %`}function Oo(e){return e.mean||e.order.map(t=>Number(u.summary[e.measure][t]))}function bn(e,t,n,o){let[s,r]=[e.order.indexOf(t),e.order.indexOf(
n)].sort((a,l)=>a-l);if(s<0||s===r||!o)return null;let i=o[s*e.order.length-s*(s+1)/2+r-s-1];return o===e.corrected?i/u.unit:i}function Ve(e){return u.runs[e].group||
u.runs[e].name}function Y(e){document.documentElement.dataset.ready&&(oe("status").textContent=e)}function Ft(e,t,n){return t[n]===null?"–":`${_n(e,t[n],t)} o\
f ${t.filter(o=>o!==null).length}`}function Qe(e,t,n){return Ft(e,u.values[e][t],n)}function Re(e){return u.measures[e].summary==="geometric"}function Ze(e,t,n=u.
topics.map((o,s)=>s)){let o=n.map(i=>D(e,i,t));if((Re(e)||u.measures[e].summary==="mean")&&o.length===u.topics.length&&!o.includes(null))return u.summary[e][t];
if(!Re(e))return qe(o);let r=qe(o.map(i=>i===null?null:Math.log(Math.max(i,1e-5))));return r===null?null:Math.exp(r)}function Q(e,t,n=W()){if(n.length===u.topics.
length)return u.summary[e][t];if(u.measures[e].summary!=="sum")return Ze(e,t,n);let o=n.map(s=>D(e,s,t)).filter(s=>s!==null);return o.length?o.reduce((s,r)=>s+r,
0):null}function Ae(e){return/^[\w@./-]+$/.test(e)?e:`'${e.replaceAll("'","'\\''")}'`}function vn(e,t){let n=g.subset&&/^compare|figures$/.test(e)?` --topics ${Ae(
g.subset)}`:"";return`harness ${e} ${Ae(u.source||"TASK.yaml")} ${t}${n}`.trim()}function we(e,t=4){let n=v(Math.abs(e),t);return Math.abs(e)<1e-9?n:`${e<0?"−":
"+"}${n}`}function et(e){if(g.subset&&u.boards.length)return`no intervals, letters or p-values over the subset ${g.subset} on this page; in a terminal: ${vn("co\
mpare",`--pairs -m ${Ae(e)}`)}`;if(u.not_compared)return`runs are not compared: ${u.not_compared}`;let t=[...u.measures.keys()].filter(ae).map(x).join(", ")||"n\
one";return`no intervals of ranks, letters or p-values by ${e}: the first ten measures that are no counts have them, or those that the key compare: measures: of\
 the task names (here: ${t})`}var Jr={ArrowDown:1,ArrowRight:1,ArrowUp:-1,ArrowLeft:-1};function dt(e,t){let n=()=>[...e.querySelectorAll(t)],o=()=>n().filter(r=>!r.closest("[hidden]")),s=(r=o().
find(i=>i===document.activeElement)||o()[0])=>{for(let i of n())i.tabIndex=i===r?0:-1};e.addEventListener("focusin",({target:r})=>{r.matches(t)&&s(r)}),e.addEventListener(
"keydown",r=>{let i=r.target,a=Jr[r.key],l=/Up|Down/.test(r.key);if(!a||!i.matches(t)||l&&i.tagName==="SELECT")return;let c=l&&Xr(i,a,t)||o()[o().indexOf(i)+a];
c&&(r.preventDefault(),c.focus())}),new MutationObserver(()=>s()).observe(e,{childList:!0,subtree:!0,attributeFilter:["hidden"]}),s()}function Ne(e){let t=me(null);
return te(()=>dt(t.current,e),[]),t}function Xr(e,t,n){let o=[...e.closest("table")?.rows||[]],s=i=>[...i.querySelectorAll(n)],r=o.findIndex(i=>i.contains(e));for(let i=r+
t;o[i];i+=t){let a=s(o[i]);if(a.length)return a[Math.min(s(o[r]).indexOf(e),a.length-1)]}}function Z({pressed:e,children:t}){return h`<button type="button" onClick=${e}>${t}</button>`}function tt({words:e,options:t,value:n,changed:o}){return h`<label class="field"><span>${e}</span><select value=${n} onChange=${({
currentTarget:r})=>o(r.value,r.selectedOptions[0].text)}>
    ${t.map(([r,i])=>h`<option value=${r}>${i}</option>`)}
  </select></label>`}function le({words:e,name:t,options:n,value:o=g[t]}){return h`<${tt} words=${e} options=${n} value=${o} changed=${(r,i)=>{H({[t]:typeof g[t]==
"number"?Number(r):r}),Y(`${e}: ${i}`)}} />`}function pt({words:e,value:t,changed:n}){return h`<label class="field"><span>${e}</span><input type="search" value=${t} onInput=${({
currentTarget:s})=>n(s.value)} /></label>`}function ht(e,t){return t.join(`
`).toLowerCase().includes(e.trim().toLowerCase())}function mt({title:e,items:t,checked:n,changed:o}){let[s,r]=T(""),i=Ne("input"),a=new Set(n),l=c=>{a.delete(c)||
a.add(c),o(a)};return h`<fieldset class="checklist"><legend>${e}</legend>
    ${t.length>12&&h`<${pt} words="Filter" value=${s} changed=${r} />`}
    <div class="checks" ref=${i}>${t.map(({key:c,name:d,before:p,near:f})=>h`
      <label class="check" key=${c} hidden=${!ht(s,[d])} onPointerEnter=${f} onFocusIn=${f}>
        <input type="checkbox" checked=${a.has(c)} onChange=${()=>l(c)} />${p}${E(d)}
      </label>`)}</div>
  </fieldset>`}function ce({children:e}){let t=Ne("select, button");return te(()=>{t.current.querySelectorAll("select, button").length>1&&t.current.setAttribute(
"role","toolbar")}),h`<div class="controls" ref=${t}>${e}</div>`}function q(e,t,n){let o=e==="topic"?u.topics[t].id:u.runs[t].name;return h`<a href=${`#${e}=${encodeURIComponent(o)}`} title=${o}>${E(n||o)}</a>`}function wn(){
let e=oe("unknown"),{section:t,choices:n,unknown:o}=ct(location.hash);if(e.hidden=!o,o){let[r,i]=o;He(h`There is no ${r} ${E(i)} on this page.`,e),e.scrollIntoView(),
Y(`There is no ${r} ${G(i)} on this page.`);return}let s=document.querySelector(`main section[id="${CSS.escape(t)}"]`);t&&!s||(xo(n,t),s&&!(history.state&&history.
state.own)&&s.scrollIntoView())}function So(e){let t=e.target.closest('a[href^="#"]');if(!t||e.ctrlKey||e.metaKey||e.shiftKey)return;let{section:n,choices:o,unknown:s}=ct(
String(t.getAttribute("href")));if(s||!n||!document.querySelector(`main section[id="${CSS.escape(n)}"]`))return;e.preventDefault();let r=t.closest("section");H(
o,{section:n}),(!r||r.id!==n)&&jo(n)}function Ht(e){let{id:t,title:n}=u.topics[e];return n?`${G(t)} ${G(n)}`:G(t)}function jo(e){let t=oe(`${e}-title`);t.setAttribute(
"tabindex","-1"),t.focus({preventScroll:!0}),t.scrollIntoView({behavior:"instant"})}function $t(e,t){let n=e==="topic"?"topics":"participants";H({[e]:t},{section:n}),
jo(n)}function ze(e,t){return{item:"topic",names:e.map(({topic:n})=>u.topics[n].id),words:n=>`${Ht(e[n].topic)}
${t(e[n])}`,open:n=>$t("topic",e[n].topic)}}function Qr(e,t){let{name:n,group:o,attributes:s}=u.runs[t];return ht(e,[n,o,...Object.values(s)])}function _t(){let{runs:e}=u;return[...e.some(t=>t.group)?["gr\
oup"]:[],...Object.keys(e.length?e[0].attributes:{})]}function ye(e,t){return e==="group"?u.runs[t].group:u.runs[t].attributes[e]||""}function Pe(e){return[...new Set(
u.runs.map((t,n)=>ye(e,n)).filter(Boolean))].sort()}function bt(){return _t().filter(e=>e==="group"||Pe(e).length>1&&Pe(e).length<=Math.max(8,u.runs.length/4))}
var gt={filter:"",only:[],runs:null};function Ao(){let{filter:e,only:t}=g;if(gt.runs&&gt.filter===e&&gt.only===t)return gt.runs;let n=_t().map(s=>({name:s,values:t.
filter(r=>r.startsWith(`${s}:`))})).filter(({values:s})=>s.length),o=new Set([...u.runs.keys()].filter(s=>Qr(e,s)&&n.every(({name:r,values:i})=>i.includes(`${r}\
:${ye(r,s)}`))));return gt={filter:e,only:t,runs:o},o}function Oe(e){return Ao().has(e)}function ne(){return[...Ao()]}function vt(e=u.runs.length,t=y(u.topics.length,
"topic")){let n=y(u.runs.length,"run");return[e<u.runs.length?`${e} of ${n}, as filtered`:n,t,u.dialect&&`dialect ${u.dialect}`].filter(Boolean).join("; ")}function xe(e=!0){
return vt(e?ne().length:u.runs.length,`${y(W().length,"topic")}${ie()}`)}var Co=6;function ge(){let e=bt(),t=g.colour||e.find(a=>Pe(a).length<=Co)||e[0]||"",n=a=>u.
runs.filter((l,c)=>ye(t,c)===a).length,o=t?Pe(t):[],s=I(o.length,a=>n(o[a])).slice(0,Co).map(a=>o[a]),r=new Map(s.map((a,l)=>[a,Xe(l).stroke])),i=a=>t?r.get(ye(
t,a))||"var(--muted)":Xe(0).stroke;return{name:t,most:s,others:o.length-s.length,ofRun:i}}function Ie({most:e,others:t}){let n=o=>({d:"M8 2a4 4 0 1 0 .1 0z",fill:o});
return[...e.map((o,s)=>[n(Xe(s).stroke),o]),...t>0?[[n("var(--muted)"),`${y(t,"other")} and none`]]:[]]}function Ke(e=n=>n,t=()=>[]){return[{name:"run",text:!0,
value:o=>u.runs[e(o)].name,cell:o=>[q("run",e(o)),...t(e(o))]},..._t().map(o=>({name:o,text:!0,value:s=>ye(o,e(s)),cell:s=>E(ye(o,e(s)))}))]}function No(e){let[
t,n]=[ae(e),!g.subset],o=n?u.intervals[e]:null,s=u.runs.map((a,l)=>Q(e,l)),r=s.map((a,l)=>({run:l,value:a,error:n?u.errors[e][l]:null,mean:a,low:o&&o.low[l],high:o&&
o.high[l],rank:t&&t.order.length===s.length&&!Ge(t)?null:_n(e,a,s)}));if(!t)return r;let i=Oo(t);return t.order.forEach((a,l)=>{let{low:c,high:d,rank:p,letters:f}=t;
Object.assign(r[a],{position:l,mean:i[l],low:c[l],high:d[l],letters:f&&f[l],rank:Ge(t)?r[a].rank:p[l]})}),r}function Ge(e){return!!(e&&e.mean&&!e.subset)}function wt(){if(g.filter||g.only.length>1)return null;let[e=""]=g.only,{name:t,values:n}=u.types;return e?n.find(o=>e===`${t}:${o}`)??null:""}function To(){let{
subset:e,measure:t}=g,n=wt(),o=u.verdicts.find(f=>f.subset===e&&f.type===n&&f.measure===t);if(o)return o.lines;if(!u.verdicts.length&&n===""&&!e&&t===u.first_measure)
return u.verdict.slice(0,u.verdict.length-u.mind.length);let r=I(u.runs.length,f=>A(t,Q(t,f))).filter(f=>Oe(f)&&Q(t,f)!==null);if(!r.length)return[["No run is l\
eft.","leaderboard",""]];let i=ne().length,a=i<u.runs.length?` of the ${y(i,"run")} chosen`:"",l=`${x(t)} ${v(Q(t,r[0]),u.measures[t].digits)}`,c=`${u.runs[r[0]].
name} is first${a}: ${l} over ${y(W().length,"topic")}${ie()}.`,p=u.boards.some(f=>f.subset===e&&f.measure===t)?"Ranks and shades are from the tests of all runs\
, which hold for fewer, too.":"How sure this order is was not tested.";return[[c,"leaderboard",""],...u.runs.length>1?[[p,"leaderboard",""]]:[]]}function Zr(e){return e.order.filter(Oe)}function Eo(e){let t=wt(),n=t&&u.ranked.find(i=>i.subset===e.subset&&i.measure===e.measure&&i.type===t),o=e.order.map((i,a)=>a).
filter(i=>Oe(e.order[i])),s=o.map(i=>e.rank[i]).sort((i,a)=>i-a),r=new Map(s.map((i,a)=>[i,a+1]).reverse());return new Map(o.map((i,a)=>{let l=Number(r.get(e.rank[i]));
if(n)return[e.order[i],{rank:l,low:n.low[a],high:n.high[a]}];let[c,d]=[0,0],p=e.apart[i];for(let f of o)p[f]==="<"?c+=1:p[f]===">"&&(d+=1);return[e.order[i],{rank:l,
low:1+c,high:o.length-d}]}))}function Lo(e){let t=ae(e),n=t&&Eo(t);return No(e).map(o=>{let s=n&&n.get(o.run);return s?{...o,rank:Ge(t)?o.rank:s.rank,rankLow:s.
low,rankHigh:s.high}:o})}function Ro(e){let t=ae(e);if(!t)return null;if(g.against<0){let s=Eo(t);return{run:-1,runs:new Set([...s].filter(([,{low:r}])=>r===1).
map(([r])=>r)),of:s.size}}let n=Zr(t),o=t.apart[t.order.indexOf(g.against)];return{run:g.against,runs:new Set(n.filter(s=>o[t.order.indexOf(s)]===".")),of:n.length-
1}}function Bo({run:e,runs:t,of:n}){let{best:o,ranks:s}=u.words,r=[...t].filter(c=>c!==e).map(c=>u.runs[c].name),i=r.length>12?` and ${r.length-12} more`:"",a=`${r.
slice(0,12).join(", ")}${i}`;if(e<0)return`Shaded: ${y(r.length,"run")} of ${n.toLocaleString("en")} ${o.not_shown}: ${a}`;let{name:l}=u.runs[e];return r.length?
`Shaded: ${y(r.length,"run")} of ${n.toLocaleString("en")} ${s.not_shown} than ${l}: ${a}`:`Every other run is ${s.shown}, than ${l}`}var es=900;function ts(e){return e===void 0||e===""||Number.isNaN(e)?null:typeof e=="string"?e.toLowerCase():e}function Wt({text:e,kind:t}){return`${e?"text":"n\
umber"}${t?` ${t}`:""}`}function Se({columns:e,rows:t,title:n,sorted:o,sortedBy:s,rowAttributes:r,empty:i,most:a=1/0,kind:l,few:c}){let[d,p]=T(o||{column:0}),[f,
m]=T(!1),[$,_]=T(a),b=s&&o?o:d,w=Ne("thead button, tbody :is(a, button)");te(()=>{let{current:S}=w,O=new ResizeObserver(()=>{let j=S.scrollWidth>S.clientWidth||
S.scrollHeight>S.clientHeight;S.tabIndex=j&&!S.querySelector("a, button")?0:-1});for(let j of[S,S.firstChild])O.observe(j)},[]);function k(S){let O=b.column===S?
!b.ascending:!!(e[S].text||e[S].rising);p({column:S,ascending:O}),s&&s(e[S],O),Y(`${n}: sorted by ${e[S].name}, ${O?"ascending":"descending"}`)}function M(){m(!0),
w.current.focus()}let R=e[b.column]?.value||(()=>0),U=I(t.length,S=>ts(R(t[S])),b.ascending),V=f?U:U.slice(0,$),F=({currentTarget:{scrollTop:S,clientHeight:O,scrollHeight:j}})=>{
V.length<t.length&&S+O>j-es&&_($+a)};return h`<div class=${`scroll ${l||""}`.trim()} tabindex="-1" role="region" aria-label=${n} ref=${w} onScroll=${F}>
    <table class=${c&&"few"} onwhole=${()=>m(!0)}>
      <caption>${n}</caption>
      <thead><tr>${e.map((S,O)=>ns(S,O===b.column&&(b.ascending?"ascending":"descending"),()=>k(O)))}</tr></thead>
      <tbody>
        ${V.map(S=>h`<tr key=${S} ...${r?r(t[S]):{}}>
          ${e.map((O,j)=>os(O,t[S],j))}</tr>`)}
        ${V.length<t.length&&Po(e,h`<${Z} pressed=${M}>Show all ${v(t.length,0)} rows; the first ${v(V.length,0)} are shown<//>`)}
        ${!t.length&&Po(e,i)}
      </tbody>
    </table>
  </div>`}function Po(e,t="Nothing to show."){return h`<tr><td colspan=${e.length}>${t}</td></tr>`}function ns(e,t,n){return e.name?h`<th scope="col" key=${e.name} class=${Wt(
e)} aria-sort=${t||null}>
    <button type="button" title=${e.help} onClick=${e.clicked||n}><bdi class="name">${e.name}</bdi></button>${e.under}
  </th>`:h`<td class=${Wt(e)}></td>`}function os(e,t,n){let o=(e.cell?e.cell(t):e.value(t))??"–";if(o.type==="td")return o;let s=typeof o=="number"?v(o,e.digits):
o;return n?h`<td class=${Wt(e)}>${s}</td>`:h`<th scope="row" class=${Wt(e)}>${s}</th>`}function Io(e){let t=yn(e).trim();return t==="–"?"":t}function yn(e){return Array.
isArray(e)?e.map(yn).join(""):e==null||typeof e=="boolean"?"":e.props?yn(e.props.children):String(e)}function rs(e,t){let n=parseFloat(e.replace("−","-").replaceAll(
",",""));return t||String(n)===e?n:e}function _e({heads:e,rows:t,...n}){let o=e.map((s,r)=>{let i=d=>/^([−+-]?\d[\d.]*)?$/.test(Io(d[r])),[a,l]=Array.isArray(
s)?s:[s,r&&t.every(i)?"number":"text"],c=d=>Io(d[r]);return{name:a,text:l!=="number",kind:l==="prose"?l:"",value:l==="number"||!r?d=>rs(c(d),!!r):c,cell:d=>Number.
isInteger(d[r])?String(d[r]):d[r]}});return h`<${Se} columns=${o} rows=${t} sorted=${{column:-1}} ...${n} />`}function xn({words:e,make:t}){let[n,o]=T(!1);return h`<details class="data" onToggle=${({
currentTarget:s})=>o(s.open)} onfill=${()=>o(!0)}>
    <summary onClick=${()=>o(!0)}>${e}</summary>${n&&t()}
  </details>`}function ue({title:e,heads:t,rows:n}){return h`<${xn} words="Data of this figure" make=${()=>h`<${_e} title=${e} heads=${t} rows=${n()} />`} />`}var Fo="these results were read from a directory, without the runs";function qt(e,t=Be(e)){return e===null?"–":h`<span class="share" aria-hidden="true"><span style="width: ${(100*
e).toFixed(1)}%" /></span>
    <span class="beside">${t}</span>`}function Ut(e,t){let{junk:n,outside:o,negative:s}=u.unjudged;return o[e][t]+(n?0:s[e][t])}var Vt=()=>u.unjudged?.junk?"jud\
ged as junk":"pooled, not judged";function ss(){let{unjudged:e}=u;return!e||!e.negative.flat().some(Boolean)?[]:[["not in the pool",e.outside],[Vt(),e.negative]].
map(([n,o])=>({name:`first ${e.cutoffs[0]}: ${n}`,value:s=>o[s][0],cell:s=>qt(o[s][0])}))}function is(){let{runs:e,unjudged:t}=u,n=r=>e[r].retrieved?e[r].unjudged/
e[r].retrieved:null,o=(r,i)=>({name:r,value:i,cell:a=>qt(i(a))}),s=[...Ke(),{name:"retrieved",digits:0,value:r=>e[r].retrieved},...(t?.cutoffs||[]).map((r,i)=>o(
`first ${r}`,a=>Ut(a,i))),...t?.junk&&t.negative.flat().some(Boolean)?[]:[o("all",n)],...ss()];return h`<${Se} columns=${s} rows=${[...e.keys()]} title="Share of unjudged documents" sorted=${{
column:Ke().length+1}} />`}function zt(){return u.relevance_level&&`relevant from grade ${u.relevance_level}`}function as(){let e=u.topics.filter(r=>r.judged!==
null);if(!e.length)return L("Not known: these results were written without a table of topics");let t=["judged","relevant"].map(r=>{let i=e.map(a=>Number(a[r]));
return{kind:r,counts:i,sum:i.reduce((a,l)=>a+l,0)}}),n=[{name:"documents",text:!0,value:({kind:r})=>r},{name:"min",digits:0,value:({counts:r})=>be(r,0)},{name:"\
median",value:({counts:r})=>$e(r),cell:({counts:r})=>Number($e(r)).toLocaleString("en",{minimumFractionDigits:1,maximumFractionDigits:1})},{name:"max",digits:0,
value:({counts:r})=>be(r,1)},{name:"sum",digits:0,value:({sum:r})=>r}],[o,s]=t.map(({sum:r})=>r);return h`
    <${Se} columns=${n} rows=${t} title="Judged and relevant documents by topic" sorted=${{column:0,ascending:!0}} />
    ${L(y(e.length,"topic"),"documents with a grade in the judgments",zt(),o&&`${Be(s/o)} of all judged documents are relevant`)}
    <${ue} title="Judged and relevant documents of each topic" heads=${["topic","judged","relevant"]}
      rows=${()=>e.map(r=>[r.id,r.judged,r.relevant])} />`}function ls(){if(!u.uniques)return L(`Not known, because ${Fo}`);let e=Math.max(1,...Object.values(u.
uniques)),t=o=>u.runs.filter((s,r)=>Ve(r)===o).length;return h`<${Se} columns=${[{name:"group",text:!0,value:([o])=>o,cell:([o])=>E(o)},{name:"runs",digits:0,value:([
o])=>t(o)},{name:"unique relevant",value:([,o])=>o,cell:([,o])=>qt(o/e,v(o,0))}]} rows=${Object.entries(u.uniques)} title="Unique relevant documents by group" sorted=${{
column:2}} />
    ${L("Relevant documents that runs of this group have within rank 100 of a topic, and no run of another group has","a run without a group stands for itself",
zt(),vt())}`}function cs(){let{runs:e,unjudged:t}=u;if(!t)return null;let n=e.map((i,a)=>Ut(a,0)),o=n.filter(i=>i===0).length,s=n.indexOf(Math.max(...n)),r=`the\
 first ${t.cutoffs[0]} documents`;return o===e.length?re(`All of ${r} of every run are judged.`):e.length===1?re(`Of ${r} ${Be(n[0])} are unjudged.`):re(`All of\
 ${r} of ${o} of ${y(e.length,"run")} are judged; most is unjudged of `,E(e[s].name),`: ${Be(n[s])}.`)}var us=()=>h`
  ${cs()}${is()}
  ${L(u.unjudged&&"First k: of the documents within rank k of all judged topics together, how many are unjudged","all: of everything that the run retrieved for \
its averaged topics",u.unjudged?.junk?"unjudged is a document that is not in the judgments":"unjudged is a document without a grade of 0 or more in the judgment\
s",!u.unjudged&&`the shares within the first ranks are not known, because ${Fo}`,vt())}
  <div class="columns"><div><h3>Judged and relevant</h3>${as()}</div>${u.runs.length>1&&h`<div><h3>Found by one group alone</h3>${ls()}</div>`}</div>`;function kn(e,t){
return{name:e,of:n=>n[t].length,cell:({[t]:n})=>n.length?h`<span title=${n.join(", ")}>${n.length}</span>`:"–"}}function Mn(e,t){return{name:e,text:!0,of:n=>t(
n).length,cell:n=>h`<bdi class="noticed">${t(n).join("; ")||"–"}</bdi>`}}function Do(e){return Object.entries(e).map(([t,n])=>`${t}: ${n}`)}var On=[{name:"tie\
d documents",of:({tied:e})=>e,cell:({tied:e,retrieved:t})=>e?qt(Math.min(1,e/Math.max(1,t)),v(e,0)):"–"},kn("topics missing","missing"),kn("topics left out","\
left_out"),kn("topics without judgments","extra"),Mn("findings",({findings:e})=>Do(e)),Mn("repairs, lines changed",({repairs:e})=>Do(e)),Mn("warnings",({warnings:e})=>e)];
function fs(){let{runs:e,checked:t,refused:n}=u,o=On.filter(({of:a})=>e.some(a)),s=[...e.keys()].filter(a=>o.some(({of:l})=>l(e[a]))),r=Ke(),i=[...r,...o.map(({
name:a,text:l,of:c,cell:d})=>({name:a,text:l,value:p=>c(e[p]),cell:p=>d(e[p])}))];return h`
    ${s.length>0&&h`<${Se} columns=${i} rows=${s} title="What was noticed of each run" sorted=${{column:r.length}} />`}
    ${L(t?"Runs were checked before the evaluation; findings and repairs are counted by their names":"Runs were not checked: the task has no key check",e.some(a=>a.
tied)&&"tied documents share their score with another of the same topic; the bar is their share of what was retrieved",s.length<e.length&&`not listed, because t\
here is nothing to say of ties, topics or repairs: ${e.length-s.length} of ${y(e.length,"run")}`,n&&`refused before the evaluation, and listed below: ${y(n,"run")}`,
vt())}`}se({id:"quality",title:"Quality of the data",order:100},()=>P(()=>h`<div id="coverage">${us()}</div><h3>Ties, topics and repairs</h3><div id="repairs">${fs()}</div>`,
[]));function yt(){let[e,t]=T(!1);return te(()=>{let[n,o]=[()=>t(!0),()=>t(!1)];return window.addEventListener("beforeprint",n),window.addEventListener("afterprint",
o),()=>{window.removeEventListener("beforeprint",n),window.removeEventListener("afterprint",o)}},[]),e}function fe(e,t,n,o){return h`<text x=${C(e)} y=${C(t)} ...${o}>${n}</text>`}
function nt(e,t={}){let n=a=>a.replace(/\{(\w+)\}/g,(l,c)=>t[c]),{title:o,x:s,y:r,key:i}=u.figures[e];return{title:n(o),x:n(s),y:n(r),key:Object.fromEntries(Object.
entries(i).map(([a,l])=>[a,n(l)]))}}function jn({title:e,description:t=""},n,o){return{viewBox:`0 0 ${n} ${o}`,class:"figure",role:"img","aria-label":`${e}. ${t}`,
style:`max-width: ${n}px`,preserveAspectRatio:"xMinYMin meet"}}function Cn(e){return{onPointerMove:n=>{let[o,s]=[oe("tip"),e(n)];if(o.hidden=s===null,s===null)return;
o.textContent=s;let r=Math.min(n.clientX+14,window.innerWidth-o.offsetWidth-8),i=n.clientY+18+o.offsetHeight<window.innerHeight;o.style.left=`${Math.max(4,r)}px`,
o.style.top=`${i?n.clientY+18:n.clientY-o.offsetHeight-10}px`},onPointerLeave:()=>{oe("tip").hidden=!0}}}function Sn(e,t){let n=e.getBoundingClientRect(),o=e.viewBox.
baseVal.width/n.width;return[(t.clientX-n.left)*o,(t.clientY-n.top)*o]}function ds(e,t,{rows:n,columns:o},s){let r=(p,f)=>{for(let m=p;m>=0&&m<n*o;m+=f)if(s(m))
return m;return null};if(e==="End")return r(n*o-1,-1);if(e==="Home"||t===null)return r(0,1);let[i,a]={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[0,-1],ArrowRight:[
0,1]}[e]||[0,0],[l,c]=[Math.floor(t/o)+i,t%o+a];return l>=0&&l<n&&c>=0&&c<o&&s(l*o+c)?l*o+c:null}function Ho({left:e,top:t,across:n,down:o,rows:s,columns:r}){return{
itemAt:(i,a)=>{let[l,c]=[Math.floor((a-t)/o),Math.floor((i-e)/n)];return l>=0&&l<s&&c>=0&&c<r?l*r+c:null},outline:i=>Ce(e+i%r*n,t+Math.floor(i/r)*o,n,o)}}function An({
figure:e,size:[t,n],grid:o,there:s=()=>!0,itemAt:r=Ho(o).itemAt,outline:i=Ho(o).outline,crossed:a,stretch:l,children:c}){let[d,p]=[me(null),me(null)],[f,m]=T({figure:e,
item:null,keyed:!1}),$=f.figure===e?f.item:null;te(()=>{f.keyed&&p.current&&p.current.scrollIntoView({block:"nearest",inline:"nearest"})},[f]);let{title:_,item:b,
opens:w=`opens the ${b}`,words:k,open:M,pick:R}=e,U=(N,J)=>{m({figure:e,item:N,keyed:J}),J&&Y(k(N)),R&&R(N)},V=N=>{let[J,Zt]=Sn(d.current,N),en=r(J,Zt);return en!==
null&&s(en)?en:null},F=hs(o,l,N=>Sn(d.current,N)[0]),S=N=>{if(N.key==="Enter"&&$!==null)M($);else if(l&&N.key==="+")l.around(($||0)%o.columns);else if(l&&/^(-|Escape)$/.
test(N.key))l.whole();else if(/^(Arrow(Up|Down|Left|Right)|Home|End)$/.test(N.key)){let J=ds(N.key,$,o,s);J!==null&&U(J,!0)}else return;N.preventDefault()},O=N=>{
let J=V(N);J===null||F.ended()||(U(J,!1),R||M(J))},j=Cn(N=>{let J=V(N);return N.target.dataset.words||(J===null?null:k(J))}),X=`width: ${t}px`,{onPointerDown:Ye,
onPointerUp:ee}=F;return h`<div class="scroll explorable" tabindex="0" role="application" onKeyDown=${S} onClick=${O} ...${j}
      ...${{onPointerDown:Ye,onPointerMove:N=>{F.onPointerMove(N),j.onPointerMove(N)},onPointerUp:ee}}
      aria-label="${_}. Arrow keys move from ${b} to ${b}, Enter ${w}${l?", plus and minus zoom":""}.">
    <svg ref=${d} ...${jn(e,t,n)} style=${X}>${c}${F.band}
      ${$!==null&&a&&h`<path class="cross" d=${a($)} />`}
      ${$!==null&&h`<path ref=${p} class="mark" d=${i($)} />`}</svg></div>`}var ps=30;function qo(e,t){let[n,o]=T({figure:e,from:0,to:t}),{from:s,to:r}=n.figure===
e?n:{from:0,to:t},i=(c,d)=>o({figure:e,from:Math.max(0,c),to:Math.min(t,d)}),a=Math.max(1,Math.floor((r-s)/4)),l={from:s,to:r,count:t,whole:()=>o({figure:e,from:0,
to:t}),brushed:(c,d)=>i(s+c,s+d+1),around:c=>i(s+c-a,s+c+a+1)};return{from:s,to:r,stretch:t>ps?l:void 0}}function Uo({stretch:e,what:t}){if(!e)return null;let{from:n,
to:o,count:s}=e;if(o-n===s)return h`<p class="caption hint more">Drag across some of the ${s.toLocaleString("en")} ${t}s to see them larger.</p>`;let[r,i]=[n,s-
o].map(l=>l.toLocaleString("en")),a=`${y(o-n,t)} of ${s.toLocaleString("en")} shown; outside: ${r} to the left, ${i} to the right. `;return h`<p class="caption hint" role="status">${a}<button type="button" onClick=${e.
whole}>Show all</button></p>`}function hs({left:e,top:t,across:n,down:o,rows:s,columns:r},i,a){let[l,c]=T(null),d=me(!1),p=$=>Math.min(r-1,Math.max(0,Math.floor(
(a($)-e)/n))),[f,m]=l?[Math.min(...l),Math.max(...l)]:[0,0];return{onPointerDown:$=>{i&&$.pointerType!=="touch"&&!$.button&&c([p($),p($)])},onPointerMove:$=>{l&&
!$.buttons?c(null):l&&c([l[0],p($)])},onPointerUp:()=>{d.current=m>f,i&&m>f&&i.brushed(f,m),c(null)},ended:()=>[d.current,d.current=!1][0],band:m>f&&h`<path class="band" d=${Ce(
e+f*n,t,(m+1-f)*n,s*o)} />`}}function Vo(e,t,n,o=String){return n.ticks.map(s=>h`<path class="grid" d="M${e} ${C(n(s))}H${t}" />${fe(e-8,n(s)+4,o(s),{class:"tic\
k","text-anchor":"end"})}`)}function zo(e,t){return t&&fe(12,e,t,{"text-anchor":"middle",transform:`rotate(-90 12 ${C(e)})`})}function Go({left:e,right:t,top:n,
bottom:o},s,r,i,a){return h`${Vo(e,t,r)}${s.ticks.map(l=>h`<path class="axis" d="M${C(s(l))} ${o}v5" />${fe(s(l),o+20,String(l),{class:"tick","text-anchor":"mid\
dle"})}`)}
    <path class="axis" d="M${e} ${n}V${o}H${t}" />
    ${fe((e+t)/2,o+40,i,{"text-anchor":"middle"})}${zo((n+o)/2,a)}`}function pe({listed:e}){return h`<ul class="signs">${e.map(([t,n])=>h`<li>
    <svg width="16" height="12" aria-hidden="true"><path ...${t} /></svg>${n}</li>`)}</ul>`}var Ko={bar:(e,t,[n,o])=>`${ke([e(n,-t),e(o,-t),e(o,t),e(n,t)])}z`,box:(e,t,n)=>Ko.
bar(e,t,n),whisker:(e,t,n)=>[n.slice(0,2),n.slice(2)].map(o=>ke(o.map(s=>e(s,0)))).join("")+[n[0],n[n.length-1]].map(o=>ke([e(o,-t/2),e(o,t/2)])).join(""),tick:(e,t,[
n])=>ke([e(n,-t),e(n,t)])},Wo={point:4,outliers:2.4},ms={bar:"bar",box:"box",whisker:"axis",tick:"median",point:"own",outliers:"dot"};function $s({kind:e,of:t,class:n=ms[e],
colour:o=()=>"",words:s,half:r=1/0},i,a,l){let c=Array.from({length:i},(f,m)=>[t(m)].flat().filter($=>$!==null));if(Wo[e])return c.map((f,m)=>f.map(($,_)=>{let[
b,w]=a(m)($,0).map(C);return h`<circle class=${typeof n=="function"?n(m):o(m)?null:n} cx=${b} cy=${w}
        r=${Math.min(Wo[e],Math.max(2.5,l))} fill=${o(m)||null}
        data-words=${s&&s(m,_)} />`}));let d=new Map;c.forEach((f,m)=>{if(!f.length)return;let $=d.get(o(m))||[];$.push(Ko[e](a(m),Math.min(r,l),f)),d.set(o(m),
$)});let p=f=>e==="whisker"||e==="tick"?{stroke:f,"stroke-width":1.5}:{fill:f};return Array.from(d,([f,m])=>h`<path d=${m.join("")} ...${f?p(f):{class:n}} />`)}
function De({figure:e}){let{from:t,to:n,stretch:o}=qo(e,e.names.length),s=P(()=>gs(e,t,n),[e,t,n]),{names:r,axis:i,marks:a,height:l=210,most:c=10,lines:d=[],pointed:p,
defs:f}=s,m=yt(),[$,_,b]=[60,p?18:10,r.length],w=_+l,k=(We(m,e.share)-74)/Math.max(1,b),M=Math.min(44,k<5?k:Math.floor(k)),R=$+M*b,U=Math.min(c,Math.max(...r.map(
O=>Array.from(O).length))),V={left:$,top:_,across:M,down:l,rows:1,columns:b},F=P(()=>{let O=Ee(i.low,i.high,w,_,i.most),j=ee=>$+(ee+.5)*M,X=ee=>(he,N)=>[j(ee)+N,
O.clamped(he)],Ye=(ee,he)=>{let[N,J]=[C(j(he)+4),w+8];return he%Pt(M)?null:fe(N,J,de(ee,c),{class:"small","text-anchor":"end",transform:`rotate(-90 ${N},${J})`})};
return h`<defs>${f}</defs>
      ${[Vo($,R,O,i.words),r.map(Ye),zo((_+w)/2,i.label)]}
      ${a.map(ee=>$s(ee,b,X,Math.max(M/2,Math.min(1,M))-(M>4?1:0)))}
      ${d.map(([ee,he])=>h`<path class=${he} d="M${$} ${C(O.clamped(ee))}H${R}" />`)}
      ${p&&fe(j(p[0]),O.clamped(p[1])-4,"▼",{"text-anchor":"middle",class:"small"})}`},[s,M]),S=[Math.max(R+12,Math.min(340,We(m,e.share))),w+20+6*U];return h`<${An} figure=${s} size=${S} grid=${V} stretch=${o}>${F}<//><${Uo} stretch=${o} what=${e.
item} />`}function gs(e,t,n){if(n-t===e.names.length)return e;let o=r=>typeof r!="function"?r:(i,...a)=>r(i+t,...a),{pointed:s}=e;return{...e,names:e.names.slice(
t,n),words:o(e.words),open:o(e.open),marks:e.marks.map(r=>({...r,of:o(r.of),colour:o(r.colour),words:o(r.words),class:o(r.class)})),pointed:s&&s[0]>=t&&s[0]<n?[
s[0]-t,s[1]]:void 0}}function Yo({axis:e,value:t,low:n,high:o,width:s,error:r,colour:i}){let[a,l,c]=[t,n,o].map(f=>C(e.clamped(f))),d=`${v(n)} to ${v(o)}`,p=[[n>=
e.low,l],[o<=e.high,c]].map(([f,m])=>f?`M${m} 5v8`:"").join("");return h`<span class="hidden">${d}</span><svg class="whisker" viewBox=${`0 0 ${s} 18`} aria-hidden="true" style="width:${s}px;${i?
`fill:${i};stroke:${i}`:""}" ...${Cn(()=>d)}>
    ${r&&h`<path class="sample-error" d="M${C(e.clamped(t-r))} 9H${C(e.clamped(t+r))}" />`}
    <path d="M${l} 9H${c}${p}" /><circle cx=${a} cy="9" r="3.5" /></svg>`}function _s(e,t){let n=e/Math.max(1,t);return n<2?n:Math.floor(n)}function bs({rows:e,
columns:t,ids:n},o){let s=o?n:t,r=Math.max(...s.map(p=>p.length)),[i,a]=Le()&&!o?[92,62]:[160,104],l=42+Math.round(5.6*Math.min(17,r)),c=Math.min(72,_s(We(o)-i-
a-2,t.length)),d=o?Math.min(12,(hn.height-l-6)/e.length):Math.min(24,Math.max(12,Math.floor(600/e.length)));return{left:i,top:l,across:c,down:d,rows:e.length,columns:t.
length,beyond:a,heads:s,every:Pt(c,o?8:11),everyRow:Pt(d,6.3)}}function vs(){return h`<defs><pattern id="hatched" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <path class="axis" d="M0 0V5" /></pattern></defs>`}function ws({looks:e,look:t},{left:n,top:o,across:s,down:r,rows:i,columns:a}){let l=e.map(()=>[]),c=s>14?
1:0;for(let d=0;d<i;d+=1)for(let p=0;p<a;p+=1){let f=t(d,p);l[f].push(Ce(n+p*s,o+d*r,Math.max(.2,s-c),r-c))}return e.map((d,p)=>l[p].length>0&&h`<path class="cells" ...${d} d=${l[p].
join("")} />`)}function ys({margins:e},{left:t,top:n,across:o,down:s,columns:r,everyRow:i}){if(!e)return null;let a=t+r*o,l=({fill:c,words:d,tag:p,text:f},m)=>h`
    <path class="margin" d=${Ce(a+4,n+m*s,12,s)} fill=${c} data-words=${d} />
    <path fill=${p?.fill} d=${Ce(t-6,n+m*s+1,4,s-2)} data-words=${p?.words} />
    ${m%i?null:fe(a+20,n+(m+.5)*s+Math.min(4,s/2),f||"",{class:"small tick"})}`;return h`${e.rows.map(l)}${e.columns.map(({fill:c,words:d},p)=>h`
    <path class="margin" d=${Ce(t+p*o,n-16,o,12)} fill=${c} data-words=${d} />`)}
    ${fe(t-10,n-6,e.above,{class:"small tick","text-anchor":"end"})}
    ${fe(a+20,n-6,e.beside,{class:"small tick"})}`}function xs({rows:e},{left:t,top:n,across:o,down:s,heads:r,every:i,everyRow:a}){return h`${e.map((l,c)=>c%a?null:
fe(t-10,n+(c+.5)*s+Math.min(4,s/2),de(l,Le()?12:24),{class:"small","text-anchor":"end"}))}
    ${r.map((l,c)=>{let[d,p]=[t+(c+.5)*o+3,n-22];return c%i?null:fe(d,p,de(l,17),{class:"small",transform:`rotate(-65 ${C(d)} ${p})`})})}`}function Jo({figure:e}){
let{from:t,to:n,stretch:o}=qo(e,e.columns.length),s=P(()=>ks(e,t,n),[e,t,n]),r=bs(s,yt()),{left:i,top:a,across:l,down:c,rows:d,columns:p,beyond:f,every:m,everyRow:$}=r,
[_,b]=[i+l*p,a+c*d],w=P(()=>h`${vs()}${ws(s,r)}${ys(s,r)}${xs(s,r)}`,[s,l,c,r.heads]),k=R=>{let[U,V]=[Math.floor(R/p),R%p],[F,S]=[i+V*l,a+U*c];return`M${i} ${S+
c/2}H${F}M${F+l} ${S+c/2}H${_}M${F+l/2} ${a}V${S}M${F+l/2} ${S+c}V${b}`},M=[m>1&&`one topic of ${m}`,$>1&&`one run of ${$}`].filter(Boolean).join(" and ");return h`<${An} figure=${s} size=${[
_+f,b+6]} grid=${r} crossed=${k} stretch=${o}>${w}<//>
    ${M&&h`<p class="caption hint">Named: ${M}.</p>`}<${Uo} stretch=${o} what="topic" />`}function ks(e,t,n){let{columns:o,ids:s,margins:r,look:i,words:a,open:l,
pick:c}=e;if(n-t===o.length)return e;let d=p=>Math.floor(p/(n-t))*o.length+t+p%(n-t);return{...e,columns:o.slice(t,n),ids:s.slice(t,n),margins:r&&{...r,columns:r.
columns.slice(t,n)},look:(p,f)=>i(p,f+t),words:p=>a(d(p)),open:p=>l(d(p)),pick:c&&(p=>c(d(p)))}}function Xo({title:e,low:t,high:n,colour:o,steps:s,missing:r}){let[
i,a]=[300,12],l=d=>a+(d-t)/(n-t)*i,c=`${e} from ${v(t,2)} to ${v(n,2)}`;return h`<svg ...${jn({title:"Colours",description:c},i+2*a+(r?130:10),36)}>
    ${Array.from({length:s},(d,p)=>h`<path class="cells" fill=${o(p/(s-1))}
      d=${Ce(a+p*i/s,2,i/s+.5,12)} />`)}
    ${ut(t,n,5).filter(d=>d>=t&&d<=n).map(d=>h`<path class="axis" d="M${C(l(d))} 14v4" />${fe(l(d),31,String(d).replace("-","−"),{class:"tick","text-anchor":"\
middle"})}`)}
    ${r&&h`<path d=${Ce(a+i+20,2,16,12)} fill="url(#hatched)" class="outlined" />
      ${fe(a+i+42,12,r,{class:"tick"})}`}</svg>`}function Qo({figure:e}){let t=yt(),{x:n,y:o,points:s}=e,r=Math.min(480,We(t,e.share)),i=Math.round(r*.8),a={left:56,
right:r-14,top:10,bottom:i-52},[l,c]=P(()=>{let[p,f]=[Ee(n.low,n.high,a.left,a.right),Ee(o.low,o.high,a.bottom,a.top)],m=s.map(({at:_})=>[p.clamped(_[0]),f.clamped(
_[1])]),$=_=>m.filter((b,w)=>s[w].class===_).map(([b,w])=>mn(b,w,s.length>400?2:3.5)).join("");return[h`${Go(a,p,f,n.label,o.label)}<path class="axis" d=${ke([[
p(n.low),f(o.low)],[p(n.high),f(o.high)]])} />
      ${[...new Set(s.map(_=>_.class))].map(_=>h`<path class=${_} d=${$(_)} />`)}`,m]},[e,r]),d=(p,f)=>{let m=c.map(([_,b])=>Math.hypot(_-p,b-f)),$=m.indexOf(Math.
min(...m));return m[$]<12?$:null};return h`<${An} figure=${e} size=${[r,i]} grid=${{...a,across:1,down:1,rows:1,columns:s.length}} itemAt=${d}
    outline=${p=>mn(c[p][0],c[p][1],6)}>${l}<//>`}function Zo({figure:e,width:t,lit:n,onLit:o}){let{x:s,y:r,lines:i,context:a,diagonal:l,dotted:c}=e,[d,p]=[Math.
round(t*.75),t<420?10:16],f={left:56,right:t-16-6*p,top:10,bottom:d-52},[m,$]=[Ee(s.low,s.high,f.left,f.right),Ee(r.low,r.high,f.bottom,f.top)],_=O=>O.map(([j,X])=>[
m(j),$(X)]),[b,w,k]=P(()=>[h`${Go(f,m,$,s.label,r.label)}${l&&h`<path class="grid" d=${ke(_([[0,0],[1,1]]))} />`}
      <path class="band" d=${ke(_(Ms(e)))} /><path class="context" d=${a.map(O=>ke(_(O))).join("")} />`,new Map(i.map(({key:O,points:j})=>[O,h`<path d=${ke(_(j))} />${c&&
_(j).map(([X,Ye])=>h`
      <circle cx=${C(X)} cy=${C(Ye)} r="2.5" stroke-dasharray="none" />`)}`])),Os(i.map(O=>({...O,end:_(O.points).at(-1)||[]})),f,p)],[e,t]),M=me(null),R=O=>{let[
j,X]=Sn(M.current,O);return i.flatMap(({key:ee,points:he})=>_(he).map(([N,J],Zt)=>({key:ee,index:Zt,far:Math.hypot(N-j,J-X)}))).reduce((ee,he)=>he.far<ee.far?he:
ee,{key:null,index:0,far:30})},{onPointerMove:U,onPointerLeave:V}=Cn(O=>{let{key:j,index:X}=R(O);return o(j),j===null?null:e.words(j,X)}),F=i.some(({key:O})=>O===
n),S=F?[...i.filter(({key:O})=>O!==n),...i.filter(({key:O})=>O===n)]:i;return h`<svg ref=${M} ...${jn(e,t,d)} onPointerMove=${U} onPointerLeave=${()=>{V(),o(null)}}>
    ${b}<g class=${F?"lines some":"lines"}>${S.map(({key:O,style:j})=>h`<g key=${O} class=${O===n?"lit":null} ...${j}>${w.get(O)}</g>`)}</g>${k}</svg>`}function Ms({
shared:e,context:t}){if(!e||t.length<4)return[];let n=o=>t[0].map(([s],r)=>[s,Number(be(t.map(i=>i[r][1]),o))]);return[...n(.25),...n(.75).reverse()]}function Os(e,{
right:t,top:n,bottom:o},s){if(e.length>12)return[];let r=o+14;return e.sort((i,a)=>a.end[1]-i.end[1]).map(({name:i,style:a,end:[l,c]},d)=>(r=Math.min(Math.max(c,
n+12*(e.length-1-d)),r-12),h`<path class="lead" d="M${C(l)} ${C(c)}L${t+6} ${C(r)}" stroke=${a.stroke} />${fe(t+9,r+3,de(i,s),{class:"small",style:`fill:${a.stroke}`})}`))}function tr(){let{curves:{levels:e,cutoffs:t,subsets:n},unit:o}=u,s=nr(),r=n[g.subset]||n[""],i=(l,c)=>{let d=r[l];if(!d)return[];let[p,f]=c(d);return p.map((m,$)=>[
m,f[$]/o])},a=[{name:"levels",positions:e,shared:!0,points:l=>i(l,([c])=>[e,c]),words:(l,[c,d])=>`recall ${c}: precision ${v(d)}`,cells:([,l])=>l,head:l=>`recal\
l ${l}`},{name:"cutoffs",positions:t,dotted:!0,points:l=>i(l,([,c,d])=>[d.map(p=>p/o),c]),words:(l,[c,d])=>`first ${t[l]} documents: precision ${v(d)}, recall ${v(
c)}`,cells:([l,c])=>`${v(c)} / ${v(l)}`,head:l=>`P / R at ${l}`}];return s&&a.push({name:"roc",positions:s.false,diagonal:!0,shared:!0,points:l=>s.false.flatMap(
(c,d)=>s.true[l][d]===null?[]:[[c,Number(s.true[l][d])]]),words:(l,[c,d])=>`false positive rate ${c}: true positive rate ${v(d)}`,cells:([,l])=>l,head:l=>`at ${l}`}),
a.filter(l=>l.positions.length)}function nr(){let{roc:e}=u;return e&&{false:e.false,...e.subsets[g.subset]||e.subsets[""]}}function or(){let e=rr();return[...u.
runs.keys()].filter(t=>t<5||e.length<=6&&e.includes(t))}function rr(){let e=new Map;return u.runs.forEach((t,n)=>{e.has(Ve(n))||e.set(Ve(n),n)}),[...e.values()]}
function Ss(e,t,n){let o=u.runs.map((d,p)=>e.points(p)),s=d=>Math.max(.1,...o.flat().map(p=>p[d])),{title:r,x:i,y:a}=nt(e.name),l=t.filter(d=>o[d].length);return{
...e,title:r,description:"The numbers are in the table below it.",words:(d,p)=>{if(!e.shared)return`${u.runs[d].name}
${e.words(p,o[d][p])}`;let f=I(l.length,m=>o[l[m]][p][1]).slice(0,16).map(m=>l[m]);return[e.head(o[d][p][0]),...f.map(m=>`${v(o[m][p][1])}  ${u.runs[m].name}${m===
d?" ◂":""}`)].join(`
`)},x:{label:i,low:0,high:s(0)},y:{label:a,low:0,high:s(1)},lines:l.map(d=>({key:d,name:u.runs[d].name,points:o[d],style:n(d)})),context:ne().map(d=>o[d]).filter(
d=>d.length)}}function js(){let{curves:e}=u,t=nr(),n=new Set(g.subset in e.subsets?W():u.topics.keys()),o=u.runs.map((r,i)=>[...n].filter(a=>u.values[0][a][i]!==
null).length).filter(Boolean),s=r=>y(Math.min(...r),"topic",Math.max(...r));return L(`Grey: ${ne().length<u.runs.length?"the runs that are left":"all runs"}, an\
d where they have the same recall levels the band between their quartiles`,"interpolated precision is the best precision from the rank on that reaches the recal\
l level","precision and recall after so many documents are those of the whole cutoff, also where a run has fewer",`both are means over ${s(o)}`,t&&`ROC: over th\
e judged documents alone, averaged vertically (the true positive rate at each false positive rate) over ${s(t.topics)} with relevant and judged non-relevant doc\
uments; grey: by chance`,u.relevance_level&&`relevant from grade ${u.relevance_level}`,xe())}function Cs(){let{levels:e,subsets:t}=u.curves,n=t[g.subset]||t[""],
o=[.1,.5].map(a=>e.indexOf(a)).filter(a=>a>=0),s=ne().filter(a=>n[a]);if(!o.length||s.length<2)return null;let r=o.map(a=>{let l=d=>Number(n[d]?.[0][a]),c=s.reduce(
(d,p)=>l(p)>l(d)?p:d);return{run:c,words:` at recall ${e[a]} (${v(l(c)/u.unit)})`}}),i=a=>a>0&&r[a-1].run===r[a].run;return re(r.map(({run:a,words:l},c)=>[c>0&&
(i(c)?" and":"; "),!i(c)&&q("run",a),!c&&" has the highest precision",l]),".")}function As(){return g.subset&&!(g.subset in u.curves.subsets)&&h`<p class="warning">Curves are means over all topics, not over the subset ${g.
subset}.</p>`}function Ns(e){let t=me(new Map).current;for(let o of[...t.keys()])e.includes(o)||t.delete(o);for(let o of e){let s=[...t.values()];t.has(o)||t.set(
o,[...u.runs.keys()].findIndex(r=>!s.includes(r)))}let n=ge();return o=>({...Xe(t.get(o)||0),...g.colour?{stroke:n.ofRun(o)}:{}})}function sr(e){return e?`${v(e,
0)} of ${y(u.runs.length,"run")} drawn`:"no run is drawn: choose some in the list"}function er(e){let t=[...e].sort((n,o)=>n-o);H({curves:t.map(n=>u.runs[n].name)}),
Y(sr(t.length))}function Ts(){let{curves:e,colour:t,filter:n,only:o,subset:s}=g,r=yt(),[i,a]=T(null),l=[...u.runs.keys()].filter($=>e.includes(u.runs[$].name)),
c=Ns(l),d=P(()=>{let $=b=>h`<svg class="sample" viewBox="0 0 26 10" aria-hidden="true">
      ${l.includes(b)&&h`<path d="M0 5H26" stroke-width="3" ...${c(b)} />`}</svg>`,_=u.runs.map(({name:b},w)=>({key:w,name:b,before:$(w),near:()=>a(w)}));return h`<${mt} title=${`\
Runs, the best first by ${x(u.first_measure)}`} items=${_} checked=${l} changed=${er} />`},[e,t]),p=P(()=>tr().map(($,_,{length:b})=>{let w=Ss($,l,c),k=r?We(r):
Number(oe("curves").querySelector(".content")?.clientWidth);return{figure:w,width:Math.max(280,Math.min(660,Math.floor(k/Math.min(b,r?2:b))-20)),table:h`<${ue} title=${w.
title} heads=${["run",...$.positions.map($.head)]}
        rows=${()=>l.map(M=>[u.runs[M].name,...$.points(M).map($.cells)])} />`}}),[e,t,n,o,s,r]),f=($,_)=>h`<${Z} pressed=${()=>er(_())}>${$}<//>`,m=()=>I(u.runs.
length,$=>A(g.measure,Q(g.measure,$)));return h`${Cs()}<${ce}>${f("Best 5",()=>m().filter(Oe).slice(0,5))}
      ${u.runs.some($=>$.group)&&f("Best of each group",()=>rr().filter(Oe))}
      ${f("All",ne)}${f("None",()=>[])}<span class="caption">${sr(l.length)}</span><//>
    <div onPointerLeave=${()=>a(null)}>${d}</div>${As()}${t&&h`<${pe} listed=${Ie(ge())} />`}
    <div class="columns">${p.map(({figure:$,width:_,table:b})=>h`<div><h3>${$.title}</h3>
      <${Zo} figure=${$} width=${_} lit=${i} onLit=${a} />${b}</div>`)}</div>${js()}`}se({id:"curves",title:"Precision and recall",order:20},()=>tr().length?h`<${Ts} />`:
L("There are no curves: no topic was averaged, or the judgments are a sample"));var Nn=new Map;function En(e){if(!Nn.has(e)){let{docs:t,runs:n}=u.first.topics[e],o=t.map(()=>0);for(let s of n)for(let r of new Set(s))o[r]+=1;Nn.set(e,o)}return Nn.
get(e)}function Es(e){return e>=Number(u.relevance_level)?["relevant","●",`relevant${e>1?`, grade ${e}`:""}`]:e>=0?["nonrelevant","○",`not relevant${e>0?`, \
grade ${e}`:""}`]:e===-1?["unjudged","?","unjudged"]:[u.unjudged?.junk?"nonrelevant":"unjudged","×",Vt()]}function Gt(e){let[t,n,o]=Es(e);return h`<span class="grade ${t}"><span aria-hidden="true">${n} </span>${o}</span>`}
function Kt(e){let[t,n]=Object.hasOwn(u.texts,e)?u.texts[e]:["",""];return h`${E(e,1/0)}${t&&h`<bdi class="doc title">${t}</bdi>`}${n&&h`<bdi class="doc">${n}</bdi>`}`}
function Ls(e,t,n){let{docs:o,grades:s,runs:r}=u.first.topics[t],i=En(t),a=D(e,t,n),l=a===null?"not evaluated on this topic":`${x(e)} ${v(a,u.measures[e].digits)}\
, rank ${Qe(e,t,n)}`,c=r[n].map((d,p)=>[String(p+1),Gt(s[d]),Kt(o[d]),...u.runs.length>1?[String(i[d]-1)]:[]]);return h`<div class="first" key=${n}><h4>${q("run",
n)} ${l}</h4>
    ${c.length?h`<${_e} title="First documents of ${G(u.runs[n].name)}" rows=${c}
      heads=${[["rank","number"],["judgment","text"],["document","prose"],...u.runs.length>1?[["others","number"]]:[]]} />`:h`<p>The run retrieved nothing for this topic.</p>`}</div>`}
var Tn={best:"best",median:"median",chosen:"chosen run",none:"no other run"};function ir(){let{measure:e,topic:t,run:n}=g,[o,s]=T(["best",u.runs.length>1?"media\
n":"none"]),r=Ne("a"),i=I(u.runs.length,f=>A(e,D(e,t,f))),a=i.filter(f=>D(e,t,f)!==null),l={best:a[0],median:a[Math.floor(a.length/2)],chosen:n},c=f=>l[f]??Number(
f),d=(f,m)=>{let _=[...Object.keys(Tn).filter(b=>m||b!=="none").map(b=>[b,b==="none"?Tn.none:`${Tn[b]}: ${u.runs[c(b)].name}`]),...i.map(b=>[b,`${u.runs[b].name}\
 ${v(D(e,t,b),u.measures[e].digits)}`])];return h`<${tt} words=${f} options=${_} value=${o[m]}
      changed=${b=>s(o.map((w,k)=>k===m?b:w))} />`},{depth:p}=u.first;return h`<h3>What the runs found first</h3>
    ${u.runs.length>1&&h`<${ce}>${["Documents of","beside those of"].map(d)}<//>`}
    <div class="columns" ref=${r}>${[...new Set(o.filter(f=>f!=="none").map(c))].map(f=>Ls(e,t,f))}</div>
    ${L(`The first ${p} documents of a run on the topic above`,u.runs.length>1&&`others: how many of ${y(u.runs.length-1,"other run")} have the document among t\
heir first ${p}`,zt(),"unjudged: not in the judgments",u.unjudged?.negative.flat().some(Boolean)&&`${Vt()}: in the judgments with a grade below 0`)}`}var xt=50,Ln={id:["topic",()=>I(u.topics.length,e=>e,!0)],hardest:["difficulty, hardest first (median of the runs)",e=>I(u.topics.length,t=>A(e,$e(Me(e,t))),!0)],
relevant:["number of relevant documents",()=>I(u.topics.length,e=>u.topics[e].relevant)]},Rn={value:["value, best first",e=>I(u.runs.length,t=>A(e,Q(e,t)))],name:[
"name",()=>I(u.runs.length,e=>u.runs[e].name.toLowerCase(),!0)],group:["group",()=>I(u.runs.length,e=>Ve(e).toLowerCase(),!0)]},Yt=()=>g.heat==="residual";function lr(e){
let[t,n]=ve(e);return{of:(s,r)=>D(e,s,r),low:t,high:n,colour:s=>pn(s)}}function Rs(e){if(!Yt())return lr(e);let t=u.topics.map((r,i)=>Number($e(Me(e,i)))),n=(r,i)=>{
let a=D(e,r,i);return a===null?null:a-t[r]},o=Math.max(1e-9,...t.flatMap((r,i)=>u.runs.map((a,l)=>Math.abs(n(i,l)||0)))),s=u.measures[e].lower_is_better?1:0;return{
of:n,low:-o,high:o,colour:r=>pn(Math.abs(s-r),ko)}}function Bs({low:e,high:t},n){return n===null?xt:Math.round((n-e)/(t-e)*(xt-1))}function Ps({colour:e}){return[
...Array.from({length:xt},(t,n)=>e(n/(xt-1))),"url(#hatched)"].map(t=>({fill:t}))}function ar({low:e,high:t,colour:n},o){return o===null?"url(#hatched)":n((o-e)/
(t-e))}function Is(e,t,n,o){let{digits:s}=u.measures[e],[r,i]=[lr(e),ge()],a=n.map(c=>{let d=G(u.runs[c].name),p=Ze(e,c,t),f=Yt()?qe(t.map($=>o.of($,c))):p,m=i.
name&&ye(i.name,c);return{fill:ar(o,f),text:v(p,s?4:1),words:`${d}
${Yt()?"mean difference from the median":"mean"} ${v(f,s?4:1)}`,tag:{fill:i.ofRun(c),words:m?`${d}
${i.name} ${G(m)}`:d}}}),l=t.map(c=>{let d=$e(Me(e,c));return{fill:ar(r,d),words:`${Ht(c)}
median of all runs ${v(d,s)}`}});return{rows:a,columns:l,above:"median of all runs",beside:Re(e)?"geometric mean":"mean"}}function Ds(e,t,n,o,s,r){let{title:i,x:a,
y:l}=nt("heat-map",{measure:x(e),...o}),c=p=>({topic:t[p%t.length],run:n[Math.floor(p/t.length)]}),d={title:`${i}: ${y(n.length,"run")} on ${y(t.length,"topic")}`,
description:`Rows: ${l}. Columns: ${a}.`,item:"cell",opens:"opens the topic",rows:n.map(p=>u.runs[p].name),columns:t.map(p=>`${u.topics[p].id} ${u.topics[p].title||
""}`.trim()),ids:t.map(p=>u.topics[p].id),looks:Ps(s),look:(p,f)=>Bs(s,s.of(t[f],n[p])),margins:Is(e,t,n,s),words:p=>{let{topic:f,run:m}=c(p);return`${Ht(f)}
${G(u.runs[m].name)}
${cr(e,f,m)}`},open:p=>$t("topic",c(p).topic),pick:p=>r({figure:d,...c(p)})};return d}function cr(e,t,n){let o=D(e,t,n);return o===null?"not evaluated":`${x(e)}\
 ${v(o,u.measures[e].digits)}, rank ${Qe(e,t,n)}`}function Fs(e){let{measure:t}=g,[n,o]=[new Set(W()),new Set(ne())],[[s,r],[i,a]]=[Ln[g.topics_by]||Ln.hardest,
Rn[g.runs_by]||Rn.value],[l,c]=[r(t).filter($=>n.has($)),a(t).filter($=>o.has($))];if(!c.length||!l.length)return null;let[d,p,f]=[Rs(t),u.values[t].some($=>$.includes(
null)),ge()];return{figure:Ds(t,l,c,{topics:s,runs:i},d,e),above:h`<div class="legend"><${Xo} title=${x(t)} ...${d} steps=${xt} missing=${p&&"not evaluated"} />
      ${f.name&&h`<${pe} listed=${Ie(f)} />`}</div>`,below:h`${L(`${x()} of each run on each topic${Yt()?", less the median of all runs on the topic: blue is be\
tter, orange is worse":""}`,xe(),"on the right the mean of each run, above the median of each topic",`topics by ${s}`,`runs by ${i}`)}
      <${ue} title=${`${x()} by topic and run`} heads=${["topic","median of all runs",...c.map($=>u.runs[$].name)]}
        rows=${()=>l.map($=>[u.topics[$].id,$e(Me(t,$)),...c.map(_=>D(t,$,_))])} />`}}function Hs(e){let t=ne(),n=W().map(i=>{let a=t.map(d=>D(e,i,d)),[l,c]=[.25,
.75].map(d=>be(a,d));return{topic:i,low:l,high:c,spread:l===null||c===null?0:c-l}});if(!n.length||t.length<2)return null;let o=n.reduce((i,a)=>a.spread>i.spread?
a:i),{digits:s}=u.measures[e],{title:r}=u.topics[o.topic];return o.spread>0&&re("Runs differ most on topic ",q("topic",o.topic),r&&` (${r})`,`: the middle half \
of them has ${x(e)} from ${v(o.low,s)} to ${v(o.high,s)}.`)}function Ws(){let{measure:e,heat:t,topics_by:n,runs_by:o,filter:s,only:r,subset:i,colour:a}=g,[l,c]=T(
null),d=P(()=>Fs(c),[e,t,n,o,s,r,i,a]),p=u.topics.some($=>$.relevant!==null),f=$=>Object.entries($).filter(([_])=>_!=="relevant"||p).map(([_,[b]])=>[_,b]),m=P(()=>Hs(
e),[e,i,s,r]);return h`${m}<${ce}><${le} words="Topics by" name="topics_by" options=${f(Ln)} />
      <${le} words="Runs by" name="runs_by" options=${f(Rn)} />
      <${le} words="Cells show" name="heat" options=${[["","values"],["residual","values less the topic's median"]]} /><//>
    ${d?h`${d.above}<${Jo} figure=${d.figure} /><p class="readout">${l&&l.figure===d.figure?h`<b>${cr(e,l.topic,l.run)}</b> · topic ${q("topic",l.topic)} · run ${q(
"run",l.run)}`:"Click a cell, or move with the arrow keys, to see which it is."}</p>${d.below}`:L("No run is left by the filter, or no topic is in the subset")}`}
se({id:"heatmap",title:"Topics and runs",order:30,there:()=>u.runs.length>1&&u.topics.length>1},Ws);var fr=[{sign:"†",says:"does not answer exactly the judged topics",of:({missing:e,left_out:t,extra:n})=>[[e,"missing"],[t,"left out"],[n,"ignored"]].filter(([
o])=>o.length).map(([o,s])=>`${o.length} ${s}`).join(", ")},{sign:"‡",says:"has documents that share their score with another of the same topic",of:({tied:e})=>e?
`${e} tied`:""},{sign:"§",says:"was repaired before the evaluation, lines changed",of:({repairs:e})=>Object.entries(e).map(([t,n])=>`${t}: ${n}`).join(", ")}],
qs=40,Us="The standard error that the sample of judgments leaves";function Vs(e,t){let n=ge(),o=ae(e),s=Ge(o),r=s?" of mean":"",i=Le(),[a,...l]=Ke(({run:p})=>p,
Ks),c=Object.entries({...g.subset&&{"all topics":[...u.topics.keys()]},...u.subsets}).filter(([p])=>p!==g.subset);return[a,t&&{name:`${Ue()} interval${r}`,key:"\
interval",value:({mean:p})=>p,cell:({run:p,mean:f,low:m,high:$,error:_})=>typeof m!="number"?"–":h`<${Yo} axis=${t} value=${f} low=${m} high=${$} error=${_} width=${Jt()} colour=${n.
ofRun(p)} />`,under:h`<span class="ends" style="width:${Jt()}px"><span>${t.low}</span><span>${t.high}</span></span>`},...l.map(p=>({...p,key:p.name,rare:i})),{name:"\
rank",key:"rank",rare:i,kind:"begins",rising:!0,digits:0,value:({rank:p})=>p},...I(u.measures.length,p=>Number(i&&p===e)).map(p=>({...Gs(p,p===e),key:u.measures[p].
label})),...c.map(p=>zs(e,p)),s&&{name:"mean",kind:"begins",value:({mean:p})=>p},...o?[{name:`ranks${r}`,key:"ranks",kind:"begins",rising:!0,help:u.words.ranks.
text,value:({rankLow:p,rankHigh:f})=>p+f/1e4,cell:({rankLow:p,rankHigh:f})=>p===f?`${p}`:`${p}–${f}`},...o.letters?[{name:"letters",key:"letters",rare:!0,text:!0,
help:`Runs that share one are ${u.words.pairs.not_shown} than each other`,value:p=>p.position,cell:p=>p.letters}]:[]]:[]].filter(Boolean)}function dr({key:e,rare:t}){
return!e||!!t===g.columns.includes(e)}function zs(e,[t,n]){let{digits:o,lower_is_better:s}=u.measures[e];return{name:`${x(e)}: ${t}`,key:`subset ${t}`,rare:!0,rising:s,
digits:o,help:`${x(e)} over the ${y(n.length,"topic")} of the subset ${t}`,value:({run:r})=>Q(e,r,n)}}function Gs(e,t){let{label:n,digits:o,lower_is_better:s}=u.
measures[e],r=u.runs.map((d,p)=>Q(e,p)),i=r.filter(d=>d!==null),[a,l]=[Math.min(...i),Math.max(...i)],c=o&&a<l?s?a:l:null;return{name:n,rising:s,kind:t?"by":"",
value:({run:d})=>r[d],clicked:t?void 0:()=>{H({measure:e,sort:""},{section:"leaderboard"}),Y(`Leaderboard by ${n}`)},cell:({run:d})=>{let[p,f]=[r[d],g.subset?null:
u.errors[e][d]],m=p!==null&&p===c?h`<strong>${v(p,o)}</strong>`:v(p,o);return f===null?m:[m,h`<span class="caption" title=${Us}> ± ${v(f,o)}</span>`]}}}function Ks(e){
return fr.filter(({of:t})=>t(u.runs[e])).map(({sign:t,of:n})=>h`<sup title=${n(u.runs[e])}>${t}</sup>`)}function Ys(){return fr.flatMap(({sign:e,says:t,of:n})=>{
let o=u.runs.filter(i=>n(i)),s=o.slice(0,5).map((i,a)=>[a?", ":"",E(i.name),` (${n(i)})`]),r=o.length>5?` and ${o.length-5} more`:"";return o.length?[[`${e} ${t}\
: `,...s.flat(),r]]:[]})}function Js(e,t){let n=ae(e),o=x(e),{summary:s,lower_is_better:r}=u.measures[e],i=!n&&!u.not_compared&&!t&&!g.subset,a=n?n.notes:[`${o}\
: ${s} over topics; ${xe()}`,g.subset?h`<strong>${et(o)}</strong>`:et(o)],l=[[!n&&t,`interval: ${u.measures[e].interval}`],[i,`there are no intervals: ${o} is n\
o mean, or not all runs have the same topics`],[Ge(n),`rank, ${o}: ${s} over the topics of each run; everything else is of the mean`],[!n&&r,`${o}: less is bett\
er`],[!g.subset&&u.errors[e].some(c=>c!==null),`±, and the thick part of intervals: the standard error that the sample of judgments leaves in ${o} on these top\
ics; intervals hold it and that of the topics`],[u.runs.length>1,"bold: the best value of each measure, counts aside"]];return[...a,...l.filter(([c])=>c).map(([
,c])=>c),...Ys(),...u.refused?[["refused and not listed: ",h`<a href="#about">${y(u.refused,"run")}</a>`]]:[]]}var Xs=e=>e[0].toUpperCase()+e.slice(1);function ur(e,t){
let{summary:n}=u.measures[e],o=ae(e);return[`${Xs(n)} over ${y(W().length,"topic")}${ie()}`,t&&u.measures[e].interval,o&&`ranks: ${Ue()} confidence`].filter(Boolean).
join("; ")}function Qs({rows:e,axis:t,group:n}){let o=ge(),s=e.filter(({low:$})=>typeof $=="number"),r=s.filter(({run:$})=>n?.runs.has($)).map(({run:$})=>$),i=new Map(
[...s].reverse().map(({run:$})=>[o.ofRun($),$])),a=s.length<=qs,l=new Set([...i.values(),r[0],r[r.length-1],g.run,g.other,g.against]),c=a?18:7,d=8+c*s.length,[p,
f]=[190,Jt()],m=0;return h`<svg class="figure" role="img" aria-label="Leaderboard by ${x()}. ${y(s.length,"run")} with their intervals." viewBox=${`0 0 ${p+f+70}\
 ${d+24}`}>
    ${t.ticks.map($=>h`<path class="grid" d=${`M${p+t($)} 0V${d}`} /><text class="tick" text-anchor="middle" x=${p+t($)} y=${d+16}>${$}</text>`)}
    <path class="near-band" d=${s.map(({run:$},_)=>r.includes($)?`M0 ${8+c*_}H${p+f+70}v${c}H0z`:"").join("")} />
    ${s.map(({run:$,mean:_,low:b,high:w},k)=>{let M=8+c*(k+.5),[R,U,V]=[_,b,w].map(S=>p+t.clamped(S)),F=a||l.has($)&&M>=m;return F&&(m=M+12),h`<path d=${`M${U} ${M}\
H${V}`} stroke=${o.ofRun($)} stroke-width="1.4" /><circle cx=${R} cy=${M} r=${a?3.5:2.4} fill=${o.ofRun($)} />
        ${F&&h`<text x=${p-10} y=${M+4} text-anchor="end">${de(u.runs[$].name)}</text>
          <text x=${p+f+10} y=${M+4}>${v(_,u.measures[g.measure].digits)}</text>`}`})}</svg>`}function Zs({rows:e,axis:t,group:n,note:o}){let[s,r]=T(!1);return h`<div class="picture" aria-hidden="true" onfill=${()=>r(
!0)}>${s&&h`
    <${Qs} rows=${[...e].sort((i,a)=>Number(i.rank)-Number(a.rank))} axis=${t} group=${n} /><p class="caption">${o}</p>`}</div>`}function Jt(){if(Le())return 64;
let e=u.measures.length+Ke().length-9;return window.innerWidth<1e3?128:Math.min(320,Math.max(180,320-35*e))}function ei(e,t){let n=t.filter(({low:a})=>a!=null);
if(!n.length)return null;let[o,s]=ve(e),[r,i]=[Math.max(o,Math.min(...n.map(({low:a})=>a))),Math.min(s,Math.max(...n.map(({high:a})=>a)))];return Ee(r,i>r?i:r+1,
4,Jt()-4,5)}function ti(){let e=bt().map(t=>({name:t,values:Pe(t)})).filter(({values:t})=>t.length>1);return e.length?h`<details class="data"><summary>Choose ${e.
map(({name:t})=>t==="group"?"groups":t).join(", ")}</summary>
    <div class="panel">${e.map(({name:t,values:n})=>{let o=s=>s.startsWith(`${t}:`);return h`<${mt} title=${t==="group"?"Groups":t} items=${n.map(s=>({key:`${t}\
:${s}`,name:s}))}
        checked=${g.only.filter(o)} changed=${s=>{H({only:[...g.only.filter(r=>!o(r)),...s].sort()})}} />`})}</div></details>`:null}function ni({columns:e}){let t=e.
filter(({key:o})=>o),n=o=>{let s=t.filter(({key:r,rare:i})=>o.has(r)===!!i).map(({key:r})=>String(r));H({columns:[...g.columns.filter(r=>!t.some(i=>i.key===r)),
...s].sort()})};return h`<details class="data"><summary>Choose columns</summary>
    <div class="panel"><${mt} title="Columns" items=${t} checked=${t.filter(dr).map(({key:o})=>o)} changed=${n} /></div></details>`}function oi(e){let t=e.findIndex(
({name:s})=>s===g.sort.replace(/^-/,""));if(t>=0)return{column:t,ascending:!g.sort.startsWith("-")};let n=e.findIndex(({kind:s})=>s&&s.split(" ").includes("by")),
o=n>=0?n:e.findIndex(({name:s})=>s==="rank");return{column:o,ascending:!!e[o].rising}}function ri(){let[e,t]=T(""),n=me(null);return te(()=>{let o=n.current.nextElementSibling,
s=()=>{let{right:i}=o.getBoundingClientRect(),a=[...o.querySelectorAll("thead th")].filter(l=>l.getBoundingClientRect().right>i+8);o.classList.toggle("cut",a.length>
0),t(a.map(l=>l.querySelector("button").textContent).join(", "))};o.addEventListener("scroll",s,{passive:!0});let r=new ResizeObserver(s);for(let i of[o,o.firstChild])
r.observe(i)},[]),h`<p class="caption more" hidden=${!e} ref=${n}>Further to the right: ${e} →</p>`}function si({measure:e}){let t=Lo(e),n=t.filter(({run:m})=>Oe(
m)),o=ei(e,t),s=Vs(e,o),r=ge(),i=s.filter(dr),a=Ro(e),l=[{d:"M1 0h14v12h-14z",class:"near-band"},a&&a.run>=0?`are not shown to differ from ${u.runs[a.run].name}`:
u.words.best.not_shown],c=u.runs.map(m=>m.averaged),[d,p]=[Math.min(...c),Math.max(...c)],f=`${n.length.toLocaleString("en")} of ${y(t.length,"run")}`;return te(
()=>Y(f),[g.filter,g.only]),h`
    ${d<p&&h`<p class="warning">Averaged over ${y(d,"topic",p)}: the runs are not comparable.</p>`}
    <${ce}>
      ${t.length>1&&h`<${pt} words="Filter by run or group" value=${g.filter} changed=${m=>H({filter:m},{again:!0})} />`}
      ${u.boards.length>0&&h`<${le} words="Shade runs that" name="against" options=${[[-1,u.words.best.not_shown],...ft().map(([m,$])=>[m,`are not shown to diff\
er from ${$}`])]} />`}
      ${bt().length>1&&h`<${le} words="Colour by" name="colour" options=${bt().map(m=>[m,m])} value=${r.name} />`}
      <span class="caption" hidden=${n.length===t.length}>${f}</span><${ti} /><${ni} columns=${s} />
    <//>
    <${pe} listed=${[...o?Ie(r):[],...a?[l]:[]]} />
    ${o&&h`<${Zs} rows=${n} axis=${o} group=${a} note=${ur(e,!0)} />`}
    <${ri} />
    <${Se} columns=${i} rows=${n} sorted=${oi(i)} kind="frozen" most=${60} empty="No run has these words."
      title="Leaderboard by ${x()}${g.subset&&`, ${y(W().length,"topic")}${ie()}`}"
      sortedBy=${({name:m},$)=>H({sort:`${$?"":"-"}${m}`},{section:"leaderboard"})}
      rowAttributes=${({run:m})=>({key:m,class:a&&a.runs.has(m)?m===a.run?"near reference":"near":null})} />
    <p class="caption">${ur(e,!!o)}.</p>
    ${a&&h`<p class="caption">${Bo(a)}.</p>`}
    <details class="data"><summary>How this was computed</summary><ul class="notes">${Js(e,o).map(m=>h`<li>${m}</li>`)}</ul></details>`}se({id:"leaderboard",title:"\
Leaderboard",order:10},()=>{let{measure:e,filter:t,only:n,against:o,columns:s,sort:r,subset:i,colour:a}=g;return P(()=>h`<${si} measure=${e} />`,[e,t,n,o,s,r,i,
a])});var Bn=["auto","light","dark"];function ii(){let e=oe("theme"),t=0;e.hidden=!1,e.addEventListener("click",()=>{t=(t+1)%Bn.length,document.documentElement.dataset.
theme=Bn[t],e.textContent=`Theme: ${Bn[t]}`})}function pr(e,t=()=>{}){document.addEventListener("unpacked",n=>{ii();for(let o of document.querySelectorAll(".ver\
dict, nav ul"))dt(o,"a");e(n.detail),document.documentElement.dataset.ready="yes",t()},{once:!0})}var[hr,mr]=["var(--hue-0)","var(--hue-1)"];function ai(e,t,n){let{digits:o}=u.measures[e];return W().map(s=>({topic:s,row:u.values[e][s]})).filter(({row:s})=>s[t]!==
null&&s[n]!==null).map(({topic:s,row:r})=>({topic:s,difference:(Number(r[t])-Number(r[n]))/(o?u.unit:1)}))}function li(e,t,n){let o=n.reduce((r,i)=>r+i,0)/n.length,
s=n.reduce((r,i)=>r+(i-o)**2,0);return Re(e)||s<1e-12?0:t.quantile*Math.sqrt(s/(n.length-1)/n.length)}function ci(e,t,n,o){let s=o.filter(({difference:_})=>A(e,
_)>0).length,r=o.filter(({difference:_})=>A(e,_)<0).length,i=[t,n].map(_=>Number(Ze(e,_,o.map(({topic:b})=>b)))),a=ae(e),[l,c,d]=a?[a.p,a.corrected,a.errors].map(
_=>bn(a,t,n,_)):[null,null,null],p=a&&li(e,a,o.map(({difference:_})=>_)),f=[...l===null?[]:[["p of this pair",It(l)]],...a&&c!==null?[[`p among all ${a.corrected.
length.toLocaleString("en")} pairs`,It(c)]]:[],...d===null?[]:[["standard error of the sample",v(d)]]],m=[Re(e)?"geometric mean":"mean","difference",...p?[`${Ue()}\
 interval`]:[],"topics won","topics tied",...f.map(([_])=>_)],$=(_,b,w,k)=>[q("run",_),v(b),we(b-w),...p?[[-p,p].map(M=>we(b-w+M)).join(" to ")]:[],v(k,0),v(o.length-
s-r,0),...f.map(([,M])=>M)];return h`<${_e} title="${x(e)} of both runs over ${y(o.length,"topic")}" few=${!0}
    heads=${[["run","text"],...m.map(_=>[_,"number"])]} rows=${[$(t,i[0],i[1],s),$(n,i[1],i[0],r)]} />`}function ui(e,t,n,o){let s=o.filter(({difference:d})=>A(
e,d)>0).length,r=o.filter(({difference:d})=>A(e,d)<0).length,[i,a]=[t,n].map(d=>Number(Ze(e,d,o.map(({topic:p})=>p)))),l=ae(e),c=l&&bn(l,t,n,l.p);return re(E(u.
runs[t].name)," is better than ",E(u.runs[n].name),` on ${v(s,0)} of ${y(o.length,"topic")}, worse on ${v(r,0)}; `,`the ${Re(e)?"geometric means":"means"} diffe\
r by ${we(i-a)}${c===null?"":` (p of this pair ${It(c)})`}.`)}function $r(e,t,n,o){let[s,r]=[t,n].map(i=>G(de(u.runs[i].name,o)));return nt("difference",{measure:x(
e),run:s,other:r})}function fi(e,t,n,o){let{digits:s,lower_is_better:r}=u.measures[e],i=$r(e,t,n,20),a=Math.max(...o.map(({difference:f})=>Math.abs(f)))||1,[l,c]=ut(
-a,a,7),d=Math.max(0,Math.ceil(-Math.log10(c-l)-1e-9)),p=(f,m)=>`${G(u.runs[f].name)} ${v(D(e,m,f),s)}`;return{title:i.title,description:`Bars ${r?"below zero a\
re gains, bars above":"above zero are gains, bars below"} are losses.`,axis:{label:i.x,low:-a,high:a,most:7,words:f=>we(f,d)},height:318,marks:[{kind:"bar",of:f=>o[f].
difference?[0,o[f].difference]:null,colour:f=>A(e,o[f].difference)>0?hr:mr}],lines:[[0,"axis"]],share:{screen:.66,paper:.62},...ze(o,({topic:f,difference:m})=>`${p(
t,f)}
${p(n,f)}
difference ${we(m,s)}`)}}function di(e,t,n,o){let{digits:s}=u.measures[e],[r,i]=ve(e),a=c=>({label:`${x(e)} of ${G(de(u.runs[c].name,20))}`,low:r,high:i}),l=c=>[
n,t].map(d=>Number(D(e,c,d)));return{title:`${x(e)} of both runs on ${y(o.length,"topic")}`,description:"On the diagonal both are equal.",x:a(n),y:a(t),points:o.
map(({topic:c,difference:d})=>({at:l(c),class:A(e,d)>0?"gain":A(e,d)<0?"loss":"dot"})),...ze(o,({topic:c,difference:d})=>`${l(c).map(p=>v(p,s)).reverse().join("\
 and ")}
difference ${we(d,s)}`),share:{screen:.34,paper:.37}}}function pi(e,t){let n=e&&(e.p?"p of this pair: by itself, for two runs chosen beforehand":"p of this pair\
 alone: by the command of this section");return e?`${e.test}, two-sided; ${n}; p among all pairs: corrected together; ${e.over.join("; ")}`:!g.subset&&et(x(t))}
function hi(e,t,n){let o=ai(e,t,n);if(t===n||!o.length)return h`<p>${t===n?"Choose two different runs.":"No topic was evaluated for both runs."}</p>`;let s=g.pair_by===
"topic"?o:I(o.length,c=>A(e,o[c].difference)).map(c=>o[c]),[r,i]=[t,n].map(c=>G(de(u.runs[c].name,40))),a=ae(e),l=(c,d)=>[{fill:c,d:"M3 0h10v12h-10z"},d];return h`${ui(
e,t,n,o)}${ci(e,t,n,o)}
    ${!a&&g.subset&&h`<p class="warning">${et(x(e))}</p>`}
    <${pe} listed=${[l(hr,`above zero: ${r} is better`),l(mr,`below zero: ${i} is better`)]} />
    <div class="aside"><div><${De} figure=${fi(e,t,n,s)} /></div><div><${Qo} figure=${di(e,t,n,s)} /></div></div>
    ${L($r(e,t,n,40).x,`${y(o.length,"topic")}${ie()} that both were evaluated on`,u.dialect&&`dialect ${u.dialect}`,"tied: equal in all decimals shown",pi(a,e))}
    <${ue} title="${x(e)} of both runs" heads=${["topic",u.runs[t].name,u.runs[n].name,"difference"]}
      rows=${()=>s.map(({topic:c,difference:d})=>[u.topics[c].id,...[t,n].map(p=>D(e,c,p)),d])} />`}se({id:"pair",title:"Two runs",order:40,there:()=>u.runs.length>
1},()=>{let{measure:e,run:t,other:n,subset:o,pair_by:s}=g,r=P(()=>hi(e,t,n),[e,t,n,o,s]),i=()=>{H({run:n,other:t}),Y(`${u.runs[n].name} compared with ${u.runs[t].
name}`)};return h`<${ce}><${le} words="Run" name="run" options=${ft()} />
      <${le} words="Compared with" name="other" options=${ft()} /><${Z} pressed=${i}>Swap<//>
      <${le} words="Topics by" name="pair_by" options=${[["gain","difference, largest gain first"],["topic","topic"]]} /><//>
    <div>${r}</div>`});function _r(e,t,n){return{value:t[n],rank:Ft(e,t,n),...Dt(e,t)}}se({id:"participants",title:"One run",order:90},()=>{let{run:e,measure:t,subset:n}=g,[o,s]=T(""),
r=p=>[...u.runs.keys()].filter(f=>!p||u.runs[f].group===p);r(o).includes(e)||s("");let i=Pe("group"),a=p=>{s(p),r(p).includes(e)||H({run:r(p)[0]})},c=[[$i,t,n],
[gi,t,n],[yi,t,n],[wi,t,n],[ki,n],[Oi],[ji,n],[Ci]].map(([p,...f])=>P(()=>{let m=p(e,t);return m&&h`<div>${m}</div>`},[e,...f])),d=c.slice(1,-1).filter(Boolean);
return h`<${ce}>
      ${i.length>0&&h`<${tt} words="Group" value=${o} changed=${a} options=${[["","all groups"],...i.map(p=>[p,p])]} />`}
      <${tt} words="Run" options=${r(o).map(p=>[p,u.runs[p].name])} value=${e}
        changed=${p=>H({run:Number(p)})} /><//>
    ${c[0]}${d.map((p,f)=>f%2===0&&h`<div class=${`halves${f?"":" tables"}`}>${d.slice(f,f+2)}</div>`)}${c[7]}`});function mi(e){let{measure:t}=g,{digits:n}=u.measures[t],
o=u.runs.map((a,l)=>Q(t,l)),s=Xt(e,t),r=s.filter(({difference:a})=>A(t,a)>0).length,i=`: ${x(t)} ${v(o[e],n)}`;return u.runs.length===1?re(E(u.runs[e].name),i,`\
 over ${y(s.length,"topic")}.`):re(E(u.runs[e].name),i,`, rank ${Ft(t,o,e)}; better than the median of all runs on ${v(r,0)} of ${y(s.length,"topic")}.`)}function $i(e){
let{name:t,group:n,retrieved:o,averaged:s}=u.runs[e],r=[...u.runs.keys()].filter(i=>n&&i!==e&&u.runs[i].group===n);return h`${mi(e)}<h3>${E(t,1/0)}</h3>
    <p class="facts">${_t().filter(i=>ye(i,e)).map(i=>h`${i} ${E(ye(i,e))} · `)}${y(o,"document")} retrieved · ${y(s,"topic")} evaluated${r.length>0&&h` · other runs of the group: ${r.
map((i,a)=>h`${a>0&&", "}${q("run",i)}`)}`}</p>`}function gi(e,t){if(u.runs.length===1)return _i();let n=u.measures.map(({digits:o},s)=>{let{value:r,rank:i,best:a,
bestRun:l,median:c,worst:d}=_r(s,u.runs.map((p,f)=>Q(s,f)),e);return[x(s)+(s===t?" (chosen)":""),v(r,o),i,v(a,o),q("run",l),v(c,o),v(d,o)]});return h`<h3>By every measure</h3><${_e} title="The run by every measure" rows=${n} heads=${[
["measure","text"],["value","number"],["rank","number"],["best","number"],["best run","text"],["median","number"],["worst","number"]]} />
    ${L("Best, median and worst of all runs; equal values share the best of their ranks",xe(!1))}`}function _i(){let e=g.subset?[]:u.intervals,t=o=>o?`${v(o.low[0])}\
 to ${v(o.high[0])}`:"–",n=u.measures.map(({digits:o},s)=>[x(s),v(Q(s,0),o),...e.some(Boolean)?[t(e[s])]:[]]);return h`<h3>By every measure</h3><${_e} title="Means" few=${!0} rows=${n}
      heads=${[["measure","text"],["value","number"],...e.some(Boolean)?[[`${Ue()} interval`,"number"]]:[]]} />
    ${L(...e.some(Boolean)?bi():[],xe(!1))}`}function bi(){let e=new Map;return u.intervals.forEach((t,n)=>{let o=u.measures[n].interval;t&&e.set(o,[...e.get(o)||
[],x(n)])}),[...e].map(([t,n])=>`${n.join(", ")}: ${t}`)}function vi(e){let{digits:t}=u.measures[e],n=Xt(0,e).sort((i,a)=>A(e,Number(a.value)-Number(i.value))||
i.topic-a.topic),[o,s]=ve(e),r={title:`${x(e)} on ${y(n.length,"topic")}`,description:"A bar a topic, the best first.",axis:{label:x(e),low:o,high:s},height:260,
share:{screen:.5},marks:[{kind:"bar",of:i=>[0,n[i].value],colour:()=>"var(--hue-0)"}],lines:[[0,"axis"]],...ze(n,({value:i})=>`${x(e)} ${v(i,t)}`)};return h`<h3>${x(
e)} by topic</h3><${De} figure=${r} />${L("The best topic first",xe(!1))}
    <${ue} title="${x(e)} by topic" heads=${["topic","value"]} rows=${()=>n.map(({topic:i,value:a})=>[u.topics[i].id,v(a,t)])} />`}function Xt(e,t){return W().map(
n=>({topic:n,..._r(t,Me(t,n),e)})).filter(({value:n})=>n!==null).map(n=>({...n,difference:Number(n.value)-Number(n.median)})).sort((n,o)=>A(t,o.difference-n.difference)||
n.topic-o.topic)}function wi(e,t){let{digits:n,lower_is_better:o}=u.measures[t],s=Xt(e,t);if(!s.length)return h`<p>The run was not evaluated on any topic.</p>`;
if(u.runs.length===1)return vi(t);let r=x(t),i=s.filter(({difference:$})=>A(t,$)<0),a=s.filter(({difference:$})=>A(t,$)>0),[l,c]=o?["below","above"]:["above","b\
elow"],d=$=>v($,n),[p,f]=ve(t),m={title:`${r} of the run on ${y(s.length,"topic")}`,description:"Between the worst and the best run of each topic, with the medi\
an.",axis:{label:r,low:p,high:f},height:260,share:{screen:.5},marks:[{kind:"bar",class:"reach",half:6,of:$=>[s[$].worst,s[$].best]},{kind:"tick",half:6,of:$=>s[$].
median},{kind:"point",of:$=>s[$].value}],...ze(s,({value:$,rank:_,best:b,bestRun:w,median:k,worst:M,difference:R})=>`the run ${d($)}, rank ${_}
median ${d(k)}, difference ${we(R,n)}
best ${d(b)}: ${G(u.runs[w].name)}
worst ${d(M)}`)};return h`<h3>${r} by topic</h3>
    <${pe} listed=${[[{d:"M8 1a5 5 0 1 0 .1 0z",class:"own"},"the run"],[{d:"M2 6H14",class:"median"},"median of all runs"],[{d:"M5 0h6v12h-6z",class:"reach"},"\
from the worst to the best run"]]} />
    <${De} figure=${m} />
    ${L("Topics by the difference to the median, the largest gain first",`${l} the median on ${v(a.length,0)} and ${c} it on ${v(i.length,0)} of ${y(s.length,"t\
opic")}`,xe(!1))}
    <${ue} title="${r} of the run by topic" heads=${["topic","value","rank","best","median","worst","difference to the median"]}
      rows=${()=>s.map(({topic:$,value:_,rank:b,best:w,median:k,worst:M,difference:R})=>[u.topics[$].id,d(_),b,d(w),d(k),d(M),we(R,n)])} />`}function yi(e,t){let{
digits:n,lower_is_better:o}=u.measures[t],s=Xt(e,t).filter(({difference:a})=>A(t,a)<0).reverse().slice(0,10),r=o?"above":"below";if(u.runs.length===1)return null;
if(!s.length)return h`<p>The run is ${r} the median on no topic.</p>`;let i=s.some(({topic:a})=>u.topics[a].title);return h`<h3>Furthest ${r} the median</h3>
    <${_e} title="Topics furthest ${r} the median by ${x(t)}" heads=${[["topic","text"],...i?[["title","text"]]:[],["value","number"],["median","number"],["diff\
erence","number"],["rank","number"]]}
      rows=${s.map(({topic:a,value:l,median:c,difference:d,rank:p})=>[q("topic",a),...i?[E(u.topics[a].title||"–",40)]:[],v(l,n),v(c,n),we(d,n),p])} />`}var gr=[
["var(--hue-0)",""],["var(--hue-1)","M0 3H6"],["var(--hue-4)","M0 0L6 6M0 6L6 0"]];function xi(e){let{measure:t,perfect:n,missed:o,unjudged:s}=u.losses;return W().
flatMap(r=>{let i=u.values[t][r][e],a=o[r][e];if(i===null||a===null)return[];let l=n[r]-i,c=[a,l-a-s[r][e],s[r][e]];return[{topic:r,value:i/u.unit,total:l/u.unit,
parts:c.map(d=>d/u.unit)}]})}function Pn(e){return v(e!==null&&Math.abs(e)<5e-4?0:e,3)}function ki(e){let t=h`<h3>Where the loss comes from</h3>`;if(!u.losses)return h`${t}<p>Not known: losses are computed from the runs themselves, which results do not have, by a measure with a perfect value.</p>`;
let n=xi(e).sort((l,c)=>c.total-l.total||l.topic-c.topic);if(!n.length)return h`${t}<p>The run was not evaluated on any topic.</p>`;let{parts:o,measure:s}=u.losses,
r=x(s),i=Number(qe(n.map(l=>l.total))),a=[...o.map((l,c)=>Number(qe(n.map(d=>d.parts[c])))),i];return h`${t}
    <${_e} title="The mean loss in ${r} and its parts" few=${!0} heads=${[["part","text"],["loss","number"],["share","number"]]}
      rows=${a.map((l,c)=>[o[c]||"all",v(l,3),i>0?Be(l/i):"–"])} />
    <${pe} listed=${o.map((l,c)=>[{d:"M0 0H16V12H0Z",fill:`url(#loss-${c})`},l])} />
    <${De} figure=${Mi(r,n)} />
    ${L(`Loss in ${r} against a perfect ranking, over ${y(n.length,"topic")}${ie()}, the largest first; it does not follow the measure chosen above`,"missed: re\
levant documents that the run does not retrieve","ranked low: relevant documents below non-relevant ones","unjudged on top: unjudged documents above judged ones",
"the parts add up to the loss",n.some(l=>l.parts.some(c=>c<-5e-4))&&"parts below 0 are not drawn")}
    <${ue} title="Losses in ${r}" heads=${["topic",r,"loss",...o]} rows=${()=>n.map(({topic:l,value:c,total:d,parts:p})=>[u.topics[l].id,v(c),...[d,...p].map(Pn)])} />`}
function Mi(e,t){let{parts:n}=u.losses,o=(s,r)=>t[s].parts.slice(0,r).reduce((i,a)=>i+Math.max(0,a),0);return{title:`Loss in ${e} on ${y(t.length,"topic")}`,description:"\
Each bar is divided into what is missed, ranked low, and unjudged on top.",share:{screen:.5},axis:{label:"loss",low:0,high:Math.max(...t.map(({total:s})=>s),.01)},
marks:gr.map((s,r)=>({kind:"bar",colour:()=>`url(#loss-${r})`,of:i=>t[i].parts[r]>0?[o(i,r),o(i,r+1)]:null})),defs:gr.map(([s,r],i)=>h`<pattern id="loss-${i}" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0 0H6V6H0Z" fill=${s} />
      <path d=${r} stroke="var(--ground)" stroke-width="1.4" fill="none" /></pattern>`),...ze(t,({value:s,total:r,parts:i})=>[`${e} ${v(s)}, loss ${Pn(r)}`,...n.
map((a,l)=>`${a} ${Pn(i[l])}`)].join(`
`))}}function Oi(e){if(u.runs.length===1)return null;let t=h`<h3>Relevant documents missed that others rank high</h3>`;if(!u.missed)return h`${t}<p>Not known: results do not have the documents of the runs.</p>`;
let n=u.runs.length-1,o=u.missed[e].map(([s,r,i,a,l,c])=>[q("topic",s),Kt(r),Gt(i),a===null?"–":v(a,0),`${l} of ${n}`,String(c)]);return o.length?h`${t}
    <${_e} title="Relevant documents missed" rows=${o} heads=${[["topic","text"],["document","prose"],["judgment","text"],["own rank","number"],["others","numbe\
r"],["best rank","number"]]} />
    ${L("Not retrieved (–), or beyond rank 100; others: how many of the other runs have the document within rank 10","the ten that most others have, over all \
topics","best rank: the highest in any other run")}`:h`${t}<p>${n?"None: what other runs have within rank 10, this run has within rank 100.":"There is no other \
run."}</p>`}function Si(e){let{topics:t}=u.first;return W().flatMap(n=>t[n].runs[e].map((o,s)=>({topic:n,doc:t[n].docs[o],grade:t[n].grades[o],rank:s+1,others:En(
n)[o]-1}))).filter(({grade:n})=>n>=0&&n<Number(u.relevance_level)).sort((n,o)=>n.rank-o.rank||n.others-o.others||n.topic-o.topic)}function ji(e){let t=h`<h3>Non-relevant documents ranked first</h3>`;
if(!u.first)return h`${t}<p>Not known: results do not have the documents of the runs.</p>`;let{depth:n}=u.first,o=Si(e);if(!o.length)return h`${t}<p>None within rank ${n} of any topic.</p>`;
let s=(r,i=o.length)=>h`<${_e} title=${r} heads=${[["topic","text"],["document","prose"],["rank","number"],["judgment","text"],...u.runs.length>1?[["others","nu\
mber"]]:[]]} rows=${o.slice(0,i).map(({topic:a,doc:l,rank:c,grade:d,others:p})=>[q("topic",a),Kt(l),String(c),Gt(d),...u.runs.length>1?[`${p} of ${u.runs.length-
1}`]:[]])} />`;return h`${t}${s("Non-relevant documents ranked first",10)}
    ${o.length>10&&h`<${xn} words="All ${v(o.length,0)} non-relevant documents" make=${()=>s("All non-relevant documents")} />`}
    ${L(`Judged not relevant, within rank ${n}${g.subset&&" of a topic"}${ie()}; the first ranks first`,u.runs.length>1&&`others: how many of the other runs hav\
e the document within rank ${n}`)}`}function Ci(e){let t=u.runs[e],{unjudged:n}=u,o=On.filter(({of:r})=>r(t)).map(({name:r,cell:i})=>[r,i(t)]);for(let[r,i]of Object.
entries({missing:t.missing,"left out":t.left_out,"without judgments":t.extra}))i.length&&o.push([`the topics ${r}`,h`<bdi>${i.join(", ")}</bdi>`]);let s=n?[["un\
judged",n.cutoffs.map((r,i)=>`${Be(Ut(e,i))} of the first ${r}`).join(", ")]]:[];return h`<h3>What was noticed</h3>
    <dl class="known">${[...s,...o].map(([r,i])=>h`<dt>${r}</dt><dd>${i}</dd>`)}</dl>
    ${!o.length&&h`<p>No ties, repairs, findings or warnings; the run answers exactly the judged topics.</p>`}`}function Ai(e){let t=e.cloneNode(!0);for(let o of t.querySelectorAll("sup, svg, .ends"))o.remove();for(let o of t.querySelectorAll("bdi.name[title]"))o.textContent=
o.getAttribute("title");let n=(t.textContent||"").trim().replace(/\s+/g," ");return n==="–"?"":n.replace(/^−(?=[\d.])/,"-")}async function br(e){return e.dispatchEvent(
new Event("whole")),await null,[...e.rows].map(t=>[...t.cells].map(Ai))}var yr=e=>/^[-+]?\d[\d,]*(\.\d+)?(e[-+]?\d+)?([ \u00a0]%)?$/.test(e);function vr(e){return/^[=+@\t-]/.
test(e)&&!yr(e)?`'${e}`:e}var Ni={TSV:["tsv",e=>e.map(t=>t.map(vr).join("	")).join(`
`)],CSV:["csv",e=>e.map(t=>t.map(vr).map(n=>/[",\n]/.test(n)?`"${n.replaceAll('"','""')}"`:n).join(",")).join(`
`)],Markdown:["md",([e,...t])=>[e,Ti(t,e.length,"---","--:"),...t].map(n=>`| ${n.map(o=>o.replaceAll("\\","\\\\").replaceAll("|","\\|")).join(" | ")} |`).join(`\

`)]};function Ti(e,t,n,o){let s=r=>e.every(i=>!i[r]||yr(i[r]))&&e.some(i=>i[r]);return Array.from({length:t},(r,i)=>s(i)?o:n)}var Ei=["fill","fill-opacity","str\
oke","stroke-width","stroke-dasharray","stroke-linejoin","opacity","font-size","font-family","font-weight","text-anchor","display"];function xr(e){let t=e.cloneNode(
!0),n=[e,...e.querySelectorAll("*")];return[t,...t.querySelectorAll("*")].forEach((o,s)=>{let r=getComputedStyle(n[s]);o.removeAttribute("class"),o.setAttribute(
"style",Ei.map(i=>`${i}:${r.getPropertyValue(i).replaceAll('"',"'")}`).join(";"))}),t}function kr(e){let t=xr(e),{width:n,height:o}=e.viewBox.baseVal,[s,r,i]=[Ri(
e),Pi(e),Math.max(n,360)];t.querySelectorAll(".mark").forEach($=>$.remove());let{color:a,backgroundColor:l}=getComputedStyle(document.body),c=Qt("svg",{xmlns:Mr,
"font-family":"system-ui, 'DejaVu Sans', sans-serif","font-size":12,fill:a}),d=c.appendChild(Qt("rect",{fill:l})),p=6,f=($,_={})=>{for(let b of Li($,i-16))p+=16,
c.appendChild(Qt("text",{x:8,y:p,..._})).textContent=b};f(jr(e),{"font-size":14,"font-weight":600}),p+=8;let m=8;for(let{sign:$,words:_}of s){let b=30+Or(_);m+b>
i&&m>8&&([m,p]=[8,p+18]),c.append(wr($,m,p+2,16,12)),c.appendChild(Qt("text",{x:m+20,y:p+12})).textContent=_,m+=b+8}s.length&&(p+=22);for(let $ of Bi(e))c.append(
wr($,0,p,$.viewBox.baseVal.width,$.viewBox.baseVal.height)),p+=$.viewBox.baseVal.height+4;for(let[$,_]of Object.entries({x:0,y:p,width:n,height:o}))t.setAttribute(
$,String(_));c.append(t),p+=o,r&&f(r,{"font-size":11});for(let $ of[c,d])for(let[_,b]of Object.entries({width:i,height:p+12}))$.setAttribute(_,String(b));return new XMLSerializer().
serializeToString(c)}var Mr="http://www.w3.org/2000/svg";function Qt(e,t){let n=document.createElementNS(Mr,e);for(let[o,s]of Object.entries(t))n.setAttribute(o,
String(s));return n}function wr(e,t,n,o,s){let r=xr(e);r.setAttribute("overflow","visible");for(let[i,a]of Object.entries({x:t,y:n,width:o,height:s}))r.setAttribute(
i,String(a));return r}function Or(e){let t=document.createElement("canvas").getContext("2d");return t.font=`12px ${getComputedStyle(document.body).fontFamily}`,
t.measureText(e).width}function Li(e,t){let n=[""];for(let o of e.split(" ")){let s=`${n[n.length-1]} ${o}`.trim();Or(s)<=t||!n[n.length-1]?n[n.length-1]=s:n.push(
o)}return n}function Sr(e){return e.closest(".aside")||e.closest(".explorable, .picture")||e}function jr(e){return(e.getAttribute("aria-label")||"").split(". ")[0]}
function Ri(e){let t=[];for(let n=Sr(e).previousElementSibling;n&&!n.matches("h3, .figure, .explorable");n=n.previousElementSibling)t.push(...[n,...n.querySelectorAll(
"*")].filter(o=>o.matches("ul.signs")));return t.flatMap(n=>[...n.querySelectorAll("li")]).map(n=>({sign:n.querySelector("svg"),words:(n.textContent||"").trim()}))}
function Bi(e){let t=Sr(e).previousElementSibling;return t?.matches(".legend")?[...t.querySelectorAll("svg.figure")].map(n=>n):[]}function Pi(e){return([...e.closest(
"section")?.querySelectorAll(".caption:not(.hint)")||[]].find(s=>e.compareDocumentPosition(s)&Node.DOCUMENT_POSITION_FOLLOWING)?.textContent||"").split("; ").slice(
0,3).join("; ").trim()}async function Ii(e){let t=new Image;t.src=`data:image/svg+xml;charset=utf-8,${encodeURIComponent(kr(e))}`,await t.decode();let{width:n,height:o}=t,
s=Object.assign(document.createElement("canvas"),{width:3*n,height:3*o});return s.getContext("2d").drawImage(t,0,0,3*n,3*o),new Promise(i=>{s.toBlob(a=>i(a),"im\
age/png")})}function In(e,t,n){let o=`${e.toLowerCase().replace(/[^\p{L}\p{N}@]+/gu,"-").slice(0,60)}.${t}`,s=Object.assign(document.createElement("a"),{href:URL.
createObjectURL(n),download:o});s.click(),setTimeout(()=>URL.revokeObjectURL(s.href),1e4),Y(`${o} saved`)}async function Cr(e,t){try{await navigator.clipboard.writeText(
t)}catch{let n=document.body.appendChild(Object.assign(document.createElement("textarea"),{className:"hidden",value:t}));n.select(),document.execCommand("copy"),
n.remove()}Y(`${e} copied`)}function Di({table:e}){let t=e.caption?.textContent||"";return h`<li>Table: ${t} ${Object.entries(Ni).map(([n,[o,s]])=>h`
    <${Z} pressed=${async()=>Cr(n,s(await br(e)))}>Copy ${n}<//>
    <${Z} pressed=${async()=>In(t,o,new Blob([`${s(await br(e))}
`],{type:"text/plain"}))}>.${o}<//>`)}</li>`}function Fi({svg:e}){let t=jr(e);return h`<li>Figure: ${t} <${Z} pressed=${()=>In(t,"svg",new Blob([kr(e)],{type:"i\
mage/svg+xml"}))}>Save SVG<//>
    <${Z} pressed=${async()=>In(t,"png",await Ii(e))}>Save PNG<//></li>`}function Hi({content:e,commandsOf:t}){let[n,o]=T(!1),[,s]=T({}),r=Ne("button");te(()=>{
if(!n)return;let a=new MutationObserver(()=>s({}));return a.observe(e,{childList:!0,characterData:!0,attributeFilter:["aria-label"],subtree:!0}),()=>a.disconnect()},
[n]),te(()=>{if(n)for(let a of e.querySelectorAll("details.data, .picture"))a.dispatchEvent(new Event("fill"))});let i=t();return h`<button type="button" aria-expanded=${String(
n)} onClick=${()=>o(!n)}>Copy or save</button>
    <ul class="take" hidden=${!n} ref=${r}>${n&&h`
      ${[...e.querySelectorAll("svg.figure[aria-label]")].filter(a=>!a.closest(".legend")).map(a=>h`<${Fi} svg=${a} />`)}
      ${[...e.querySelectorAll("table")].map(a=>h`<${Di} table=${a} />`)}
      ${i.map(([a,l])=>h`<li>${a}: <code>${l}</code> <${Z} pressed=${()=>Cr("Command",l)}>Copy<//></li>`)}`}</ul>`}function Ar(e,t=()=>[]){let n=Object.assign(document.
createElement("div"),{className:"taking"});e.before(n),He(h`<${Hi} content=${e} commandsOf=${t} />`,n)}function Wi(e,t){let n=Me(e,t),[o,s]=[.25,.75].map(r=>be(n,r));return{topic:t,...u.topics[t],...Dt(e,n),spread:o===null||s===null?null:s-o}}function qi(){let{digits:e}=u.
measures[g.measure],t=o=>({name:o,digits:0,value:s=>s[o]}),n=(o,s="")=>({name:o,help:s,digits:e,value:r=>r[o]});return[{name:"topic",text:!0,value:({id:o})=>o,cell:({
topic:o})=>q("topic",o)},...u.topics.some(({title:o})=>o)?[{name:"title",text:!0,value:({title:o})=>o,cell:({title:o})=>o&&E(o,22)}]:[],t("judged"),t("relevant"),
...u.runs.length>1?[n("best"),{name:"best run",text:!0,value:({bestRun:o})=>u.runs[o].name,cell:({bestRun:o})=>q("run",o)},n("median","the worse, the harder the\
 topic"),n("worst"),n("spread","third quartile minus first quartile of all runs")]:[{...n("best"),name:x()}]]}function Ui(e){let t=e.filter(r=>r.median!==null),
n=I(t.length,r=>A(g.measure,t[r].median)).map(r=>t[r]);if(n.length<2)return null;let{digits:o}=u.measures[g.measure],s=r=>[q("topic",r.topic),r.title&&` (${r.title}\
)`,`, ${u.runs.length>1?"median ":""}${x()} ${v(r.median,o)}`];return re("The hardest topic is ",s(n[n.length-1]),"; the easiest is ",s(n[0]),".")}se({id:"topic\
s",title:"Topics",order:80},()=>{let{measure:e,subset:t}=g,[n,o]=T(""),s=W(),r=P(()=>s.map(l=>Wi(e,l)),[e,t]),i=r.filter(({id:l,title:c,description:d,narrative:p})=>ht(
n,[l,c,d,p])),a=l=>()=>{let c=s.indexOf(g.topic)+(s.includes(g.topic)?l:Math.max(l,0));H({topic:s[(c+s.length)%s.length]}),Y(`Topic ${u.topics[g.topic].id}`)};return h`${Ui(
r)}<${ce}><${pt} words="Filter topics" value=${n} changed=${o} />
      <${Z} pressed=${a(-1)}>Previous topic<//><${Z} pressed=${a(1)}>Next topic<//><//>
    <div class="halves list"><div><${Se} columns=${qi()} rows=${i} title="Topics and their difficulty" sorted=${{column:0,ascending:!0}} kind="short"
      empty="No topic has these words."
      rowAttributes=${({topic:l})=>l===g.topic?{class:"chosen","aria-current":"true"}:{}} />
    <p class="caption" role="status">${v(i.length,0)} of ${y(u.topics.length,"topic")}${u.runs.length>1&&h`; best, median and worst of ${y(u.runs.length,"run")} by ${x()}; the ${u.
measures[e].lower_is_better?"higher":"lower"} the median, the harder
      the topic; spread: between the quartiles of the runs`}.</p></div>
    <div><${Vi} /></div></div>
    <div>${u.first?h`<${ir} />`:L("Which documents the runs found is not known: this page was made from results without the runs themselves")}</div>`});function Vi(){
let{measure:e,topic:t,run:n,filter:o,only:s,colour:r}=g,{id:i,title:a,description:l,narrative:c,judged:d,relevant:p}=u.topics[t],f=[["Description",l],["Narrativ\
e",c]].filter(([,$])=>$),m=d===null?null:`${y(d,"document")} judged, ${v(p,0)} of them relevant`;return h`<h3 id="topic-panel">Topic ${E(i,1/0)}${a&&h`: <bdi>${a}</bdi>`}</h3>
    <p class="facts">${[m,!W().includes(t)&&`not a topic${ie()}`].filter(Boolean).join("; ")}</p>
    ${f.map(([$,_])=>h`<p class="prose"><strong>${$}: </strong><bdi>${_}</bdi></p>`)}
    ${P(()=>zi(e,t),[e,t,n,o,s,r])}`}function zi(e,t){let{digits:n}=u.measures[e],o=ge(),s=ne().filter(f=>D(e,t,f)!==null),r=I(s.length,f=>A(e,D(e,t,s[f]))).map(
f=>s[f]);if(!r.length)return h`<p>No run was evaluated on this topic.</p>`;if(u.runs.length===1)return h`<p>${x(e)} ${v(D(e,t,0),n)}</p>`;let i=r.map(f=>Number(
D(e,t,f))),a=r.map(f=>u.runs[f].name),[l,c]=ve(e),d=r.indexOf(g.run),p={title:`${x(e)} of every run on topic ${u.topics[t].id}`,names:a,most:14,height:182,share:{
screen:.39},axis:{label:x(e),low:l,high:c},description:`From ${v(i[0],n)} to ${v(i[i.length-1],n)}, median ${v($e(i),n)}.`,marks:[{kind:"bar",of:f=>[0,i[f]],colour:f=>o.
ofRun(r[f])}],lines:[[0,"axis"],[Number($e(i)),"median"]],pointed:d<0?void 0:[d,Math.max(0,i[d])],item:"run",open:f=>$t("run",r[f]),words:f=>`${G(a[f])}
${x(e)} ${v(i[f],n)}, rank ${Qe(e,t,r[f])}`};return h`<${De} figure=${p} />
    <${pe} listed=${[...Ie(o),[{d:"M3 1h10l-5 9z",fill:"var(--text)"},`${G(u.runs[g.run].name)}, the chosen run`],[{d:"M0 6H16",class:"median"},"median"]]} />
    ${L(`${x(e)} of ${r.length<u.runs.length?`${v(r.length,0)} of `:""}${y(u.runs.length,"run")} on this topic, the best first`,u.dialect&&`dialect ${u.dialect}`)}
    <${ue} title="${x(e)} on this topic" heads=${["run","group","value"]}
      rows=${()=>r.map((f,m)=>[E(a[m]),E(u.runs[f].group),v(i[m],n)])} />`}function Nr(){let[e,t]=[wt(),ne()];return e?` --type ${Ae(e)}`:t.length<u.runs.length&&t.length<=12?t.map(n=>` --run ${Ae(u.runs[n].name)}`).join(""):""}function Gi(e){
let[t,n]=[g.run,g.other].map(a=>Ae(u.runs[a].name)),o=`-m ${Ae(x())}`,s=u.measures.map((a,l)=>` -m ${Ae(x(l))}`).join(""),r=(a,l="")=>[a,"report figures",`--out\
put figures-${e} ${o}${l}${Nr()}`];return({leaderboard:[["In a terminal","report leaderboard",o],["As LaTeX, to fit a column","report table",`${s.trim()}${Nr()}\
 --format latex --for acm${u.measures.length>4?" --wide":""} --output table.tex`],r("As a figure"," --figure leaderboard")],curves:[r("As a figure"," --figure p\
recision-recall")],heatmap:[r("As a figure"," --figure heat-map")],pair:[["In a terminal","compare",`${t} ${n} ${o}`],r("As a figure",` --figure leaderboard --p\
air ${t} ${n}`)],topics:[["In a terminal","report topics",`${o} --run ${t}`]],participants:[["In a terminal","diagnose",`--run ${t}`]],quality:[["In a terminal",
"diagnose","--part runs"]]}[e]||[]).map(([a,l,c])=>[a,vn(l,c)])}function Ki(){return h`<${le} words="Measure" name="measure" options=${Mo()} />`}function Yi(){let e=Object.
keys(u.subsets),t=ne().length;return h`
    ${e.length>0&&h`<${le} words="Topics" name="subset" options=${[["","all"],...e.map(n=>[n,n])]} />`}
    ${t<u.runs.length&&h`<${Z} pressed=${()=>H({filter:"",only:[]})}>${t} of ${y(u.runs.length,"run")}: show all<//>`}`}function Ji(){return[...To(),...u.mind].
map(([t,n,o])=>{let{name:s}=u.types,r=o&&u.types.values.includes(o)?`&only=${encodeURIComponent(`${s}:${o}`)}`:"";return h`<li key=${t} class=${n==="leaderboard"?
null:"mind"}><a href=${`#${n}${r}`}><bdi>${t}</bdi></a></li>`})}function Xi(e,t){let n=Object.assign(document.createElement("a"),{href:`#${e}`,textContent:t});document.
querySelector("nav ul")?.appendChild(document.createElement("li")).append(n);let o=document.getElementById(e);if(o)return o;let s=Object.assign(document.createElement(
"section"),{id:e});return s.setAttribute("aria-labelledby",`${e}-title`),s.append(Object.assign(document.createElement("h2"),{id:`${e}-title`,textContent:t}),Object.
assign(document.createElement("div"),{className:"content"})),oe("about").before(s),s}pr(e=>{go(e),_o({measure:u.first_measure,other:Math.min(1,u.runs.length-1),
curves:or().map(n=>u.runs[n].name)}),lt(oe("measure"),Ki),lt(oe("left"),Yi);let t=document.querySelector("ul.verdict");t&&lt(t,Ji);for(let{id:n,title:o,Content:s}of gn.
sort((r,i)=>r.order-i.order).filter(({there:r})=>!r||r())){let r=Xi(n,o),i=r.querySelector(".content");lt(i,s,r),Ar(i,()=>Gi(n)),dt(r,".taking > button, .data >\
 summary")}document.addEventListener("click",So),window.addEventListener("hashchange",wn),wo()},wn);})();
