// Made by scripts/web/bundle.mjs of the modules in scripts/, Preact (MIT) and htm (Apache 2.0): do not edit.
(()=>{var Un=function(t,e,n,o){var s;e[0]=0;for(var r=1;r<e.length;r++){var i=e[r++],a=e[r]?(e[0]|=i?1:2,n[e[r++]]):e[++r];i===3?o[0]=a:i===4?o[1]=Object.assign(o[1]||
{},a):i===5?(o[1]=o[1]||{})[e[++r]]=a:i===6?o[1][e[++r]]+=a+"":i?(s=t.apply(a,Un(t,a,n,["",null])),o.push(s),a[0]?e[0]|=2:(e[r-2]=0,e[r]=s)):o.push(a)}return o},
qn=new Map;function Vn(t){var e=qn.get(this);return e||(e=new Map,qn.set(this,e)),(e=Un(this,e.get(t)||(e.set(t,e=(function(n){for(var o,s,r=1,i="",a="",c=[0],l=function(f){
r===1&&(f||(i=i.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?c.push(0,f,i):r===3&&(f||i)?(c.push(3,f,i),r=2):r===2&&i==="..."&&f?c.push(4,f,0):r===2&&i&&!f?c.push(5,0,!0,
i):r>=5&&((i||!f&&r===5)&&(c.push(r,0,i,s),r=6),f&&(c.push(r,f,0,s),r=6)),i=""},p=0;p<n.length;p++){p&&(r===1&&l(),l(p));for(var d=0;d<n[p].length;d++)o=n[p][d],
r===1?o==="<"?(l(),c=[c],r=3):i+=o:r===4?i==="--"&&o===">"?(r=1,i=""):i=o+i[0]:a?o===a?a="":i+=o:o==='"'||o==="'"?a=o:o===">"?(l(),r=1):r&&(o==="="?(r=5,s=i,i=""):
o==="/"&&(r<5||n[p][d+1]===">")?(l(),r===3&&(c=c[0]),r=c,(c=c[0]).push(2,0,r),r=0):o===" "||o==="	"||o===`
`||o==="\r"?(l(),r=2):i+=o),r===3&&i==="!--"&&(r=4,c=c[0])}return l(),c})(t)),e),arguments,[])).length>1?e:e[0]}var Le,B,Yn,qr,At,zn,Jn,Qn,en,je,ie,Zn,rn,nn,on,Ur,Te={},Ae=[],Vr=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,Re=Array.isArray;function jt(t,e){
for(var n in e)t[n]=e[n];return t}function sn(t){t&&t.parentNode&&t.parentNode.removeChild(t)}function an(t,e,n){var o,s,r,i={};for(r in e)r=="key"?o=e[r]:r=="r\
ef"?s=e[r]:i[r]=e[r];if(arguments.length>2&&(i.children=arguments.length>3?Le.call(arguments,2):n),typeof t=="function"&&t.defaultProps!=null)for(r in t.defaultProps)
i[r]===void 0&&(i[r]=t.defaultProps[r]);return Ce(t,i,o,s,null)}function Ce(t,e,n,o,s){var r={type:t,props:e,key:n,ref:o,__k:null,__:null,__b:0,__e:null,__c:null,
constructor:void 0,__v:s??++Yn,__i:-1,__u:0};return s==null&&B.vnode!=null&&B.vnode(r),r}function Be(t){return t.children}function Ne(t,e){this.props=t,this.context=e}function Ht(t,e){if(e==null)return t.__?Ht(t.__,t.__i+1):null;for(var n;e<t.__k.length;e++)
if((n=t.__k[e])!=null&&n.__e!=null)return n.__e;return typeof t.type=="function"?Ht(t):null}function zr(t){if(t.__P&&t.__d){var e=t.__v,n=e.__e,o=[],s=[],r=jt({},
e);r.__v=e.__v+1,B.vnode&&B.vnode(r),ln(t.__P,r,e,t.__n,t.__P.namespaceURI,32&e.__u?[n]:null,o,n??Ht(e),!!(32&e.__u),s),r.__v=e.__v,r.__.__k[r.__i]=r,ro(o,r,s),
e.__e=e.__=null,r.__e!=n&&to(r)}}function to(t){if((t=t.__)!=null&&t.__c!=null)return t.__e=t.__c.base=null,t.__k.some(function(e){if(e!=null&&e.__e!=null)return t.
__e=t.__c.base=e.__e}),to(t)}function Gn(t){(!t.__d&&(t.__d=!0)&&At.push(t)&&!Ee.__r++||zn!=B.debounceRendering)&&((zn=B.debounceRendering)||Jn)(Ee)}function Ee(){
try{for(var t,e=1;At.length;)At.length>e&&At.sort(Qn),t=At.shift(),e=At.length,zr(t)}finally{At.length=Ee.__r=0}}function eo(t,e,n,o,s,r,i,a,c,l,p){var d,f,m,$,
_,b,w=o&&o.__k||Ae,x=e.length;for(c=Gr(n,e,w,c,x),d=0;d<x;d++)(m=n.__k[d])!=null&&(f=m.__i!=-1&&w[m.__i]||Te,m.__i=d,b=ln(t,m,f,s,r,i,a,c,l,p),$=m.__e,m.ref&&f.
ref!=m.ref&&(f.ref&&cn(f.ref,null,m),p.push(m.ref,m.__c||$,m)),_==null&&$!=null&&(_=$),4&m.__u?(c=no(m,c,t),f.__e&&(f.__e=null)):typeof m.type=="function"&&b!==
void 0?c=b:$&&(c=$.nextSibling),m.__u&=-7);return n.__e=_,c}function Gr(t,e,n,o,s){var r,i,a,c,l,p=n.length,d=p,f=0;for(t.__k=new Array(s),r=0;r<s;r++)(i=e[r])!=
null&&typeof i!="boolean"&&typeof i!="function"?(typeof i=="string"||typeof i=="number"||typeof i=="bigint"||i.constructor==String?i=t.__k[r]=Ce(null,i,null,null,
null):Re(i)?i=t.__k[r]=Ce(Be,{children:i},null,null,null):i.constructor===void 0&&i.__b>0?i=t.__k[r]=Ce(i.type,i.props,i.key,i.ref?i.ref:null,i.__v):t.__k[r]=i,
c=r+f,i.__=t,i.__b=t.__b+1,a=null,(l=i.__i=Kr(i,n,c,d))!=-1&&(d--,(a=n[l])&&(a.__u|=2)),a==null||a.__v==null?(l==-1&&(s>p?f--:s<p&&f++),typeof i.type!="function"&&
(i.__u|=4)):l!=c&&(l==c-1?f--:l==c+1?f++:(l>c?f--:f++,i.__u|=4))):t.__k[r]=null;if(d)for(r=0;r<p;r++)(a=n[r])!=null&&(2&a.__u)==0&&(a.__e==o&&(o=Ht(a)),io(a,a));
return o}function no(t,e,n){var o,s;if(typeof t.type=="function"){for(o=t.__k,s=0;o&&s<o.length;s++)o[s]&&(o[s].__=t,e=no(o[s],e,n));return e}t.__e!=e&&(e&&t.type&&
!e.parentNode&&(e=Ht(t)),e=n.insertBefore(t.__e,e||null));do e=e&&e.nextSibling;while(e!=null&&e.nodeType==8);return e}function Kr(t,e,n,o){var s,r,i,a=t.key,c=t.type,l=e[n],p=l!=null&&(2&l.__u)==0;if(l===null&&a==null||p&&a==l.key&&c==l.type)return n;if(o>(p?1:0)){for(s=n-1,r=n+
1;s>=0||r<e.length;)if((l=e[i=s>=0?s--:r++])!=null&&(2&l.__u)==0&&a==l.key&&c==l.type)return i}return-1}function Kn(t,e,n){e[0]=="-"?t.setProperty(e,n??""):t[e]=
n==null?"":typeof n!="number"||Vr.test(e)?n:n+"px"}function Se(t,e,n,o,s){var r,i;t:if(e=="style")if(typeof n=="string")t.style.cssText=n;else{if(typeof o=="str\
ing"&&(t.style.cssText=o=""),o)for(e in o)n&&e in n||Kn(t.style,e,"");if(n)for(e in n)o&&n[e]==o[e]||Kn(t.style,e,n[e])}else if(e[0]=="o"&&e[1]=="n")r=e!=(e=e.replace(
Zn,"$1")),i=e.toLowerCase(),e=i in t||e=="onFocusOut"||e=="onFocusIn"?i.slice(2):e.slice(2),t.l||(t.l={}),t.l[e+r]=n,n?o?n[ie]=o[ie]:(n[ie]=rn,t.addEventListener(
e,r?on:nn,r)):t.removeEventListener(e,r?on:nn,r);else{if(s=="http://www.w3.org/2000/svg")e=e.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(e!="width"&&
e!="height"&&e!="href"&&e!="list"&&e!="form"&&e!="tabIndex"&&e!="download"&&e!="rowSpan"&&e!="colSpan"&&e!="role"&&e!="popover"&&e in t)try{t[e]=n??"";break t}catch{}
typeof n=="function"||(n==null||n===!1&&e[4]!="-"?t.removeAttribute(e):t.setAttribute(e,e=="popover"&&n==1?"":n))}}function Xn(t){return function(e){if(this.l){
var n=this.l[e.type+t];if(e[je]==null)e[je]=rn++;else if(e[je]<n[ie])return;return n(B.event?B.event(e):e)}}}function ln(t,e,n,o,s,r,i,a,c,l){var p,d,f,m,$,_,b,
w,x,O,j,F,Z,H,J,S,T=e.type;if(e.constructor!==void 0)return null;128&n.__u&&(c=!!(32&n.__u),r=[a=e.__e=n.__e]),(p=B.__b)&&p(e);t:if(typeof T=="function"){d=i.length;
try{if(x=e.props,O=T.prototype&&T.prototype.render,j=(p=T.contextType)&&o[p.__c],F=p?j?j.props.value:p.__:o,n.__c?w=(f=e.__c=n.__c).__=f.__E:(O?e.__c=f=new T(x,
F):(e.__c=f=new Ne(x,F),f.constructor=T,f.render=Yr),j&&j.sub(f),f.state||(f.state={}),f.__n=o,m=f.__d=!0,f.__h=[],f._sb=[]),O&&f.__s==null&&(f.__s=f.state),O&&
T.getDerivedStateFromProps!=null&&(f.__s==f.state&&(f.__s=jt({},f.__s)),jt(f.__s,T.getDerivedStateFromProps(x,f.__s))),$=f.props,_=f.state,f.__v=e,m)O&&T.getDerivedStateFromProps==
null&&f.componentWillMount!=null&&f.componentWillMount(),O&&f.componentDidMount!=null&&f.__h.push(f.componentDidMount);else{if(O&&T.getDerivedStateFromProps==null&&
x!==$&&f.componentWillReceiveProps!=null&&f.componentWillReceiveProps(x,F),e.__v==n.__v||!f.__e&&f.shouldComponentUpdate!=null&&f.shouldComponentUpdate(x,f.__s,
F)===!1){e.__v!=n.__v&&(f.props=x,f.state=f.__s,f.__d=!1),e.__e=n.__e,e.__k=n.__k,e.__k.some(function(K){K&&(K.__=e)}),Ae.push.apply(f.__h,f._sb),f._sb=[],f.__h.
length&&i.push(f),a=Ht(n);break t}f.componentWillUpdate!=null&&f.componentWillUpdate(x,f.__s,F),O&&f.componentDidUpdate!=null&&f.__h.push(function(){f.componentDidUpdate(
$,_,b)})}if(f.context=F,f.props=x,f.__P=t,f.__e=!1,Z=B.__r,H=0,O)f.state=f.__s,f.__d=!1,Z&&Z(e),p=f.render(f.props,f.state,f.context),Ae.push.apply(f.__h,f._sb),
f._sb=[];else do f.__d=!1,Z&&Z(e),p=f.render(f.props,f.state,f.context),f.state=f.__s;while(f.__d&&++H<25);f.state=f.__s,f.getChildContext!=null&&(o=jt(jt({},o),
f.getChildContext())),O&&!m&&f.getSnapshotBeforeUpdate!=null&&(b=f.getSnapshotBeforeUpdate($,_)),J=p!=null&&p.type===Be&&p.key==null?so(p.props.children):p,a=eo(
t,Re(J)?J:[J],e,n,o,s,r,i,a,c,l),f.base=e.__e,e.__u&=-161,f.__h.length&&i.push(f),w&&(f.__E=f.__=null)}catch(K){if(i.length=d,e.__v=null,c||r!=null){if(K.then){
for(e.__u|=c?160:128;a&&a.nodeType==8&&a.nextSibling;)a=a.nextSibling;r!=null&&(r[r.indexOf(a)]=null),e.__e=a}else if(r!=null)for(S=r.length;S--;)sn(r[S])}else e.
__e=n.__e;e.__k==null&&(e.__k=n.__k||[]),K.then||oo(e),B.__e(K,e,n)}}else r==null&&e.__v==n.__v?(e.__k=n.__k,e.__e=n.__e):a=e.__e=Xr(n.__e,e,n,o,s,r,i,c,l);return(p=
B.diffed)&&p(e),128&e.__u?void 0:a}function oo(t){t&&(t.__c&&(t.__c.__e=!0),t.__k&&t.__k.some(oo))}function ro(t,e,n){for(var o=0;o<n.length;o++)cn(n[o],n[++o],
n[++o]);B.__c&&B.__c(e,t),t.some(function(s){try{t=s.__h,s.__h=[],t.some(function(r){r.call(s)})}catch(r){B.__e(r,s.__v)}})}function so(t){return typeof t!="obj\
ect"||t==null||t.__b>0?t:Re(t)?t.map(so):t.constructor!==void 0?null:jt({},t)}function Xr(t,e,n,o,s,r,i,a,c){var l,p,d,f,m,$,_,b=n.props||Te,w=e.props,x=e.type;
if(x=="svg"?s="http://www.w3.org/2000/svg":x=="math"?s="http://www.w3.org/1998/Math/MathML":s||(s="http://www.w3.org/1999/xhtml"),r!=null){for(l=0;l<r.length;l++)
if((m=r[l])&&"setAttribute"in m==!!x&&(x?m.localName==x:m.nodeType==3)){t=m,r[l]=null;break}}if(t==null){if(x==null)return document.createTextNode(w);t=document.
createElementNS(s,x,w.is&&w),a&&(B.__m&&B.__m(e,r),a=!1),r=null}if(x==null)b===w||a&&t.data==w||(t.data=w);else{if(r=x=="textarea"&&w.defaultValue!=null?null:r&&
Le.call(t.childNodes),!a&&r!=null)for(b={},l=0;l<t.attributes.length;l++)b[(m=t.attributes[l]).name]=m.value;for(l in b)m=b[l],l=="dangerouslySetInnerHTML"?d=m:
l=="children"||l in w||l=="value"&&"defaultValue"in w||l=="checked"&&"defaultChecked"in w||Se(t,l,null,m,s);for(l in w)m=w[l],l=="children"?f=m:l=="dangerouslyS\
etInnerHTML"?p=m:l=="value"?$=m:l=="checked"?_=m:a&&typeof m!="function"||b[l]===m||Se(t,l,m,b[l],s);if(p)a||d&&(p.__html==d.__html||p.__html==t.innerHTML)||(t.
innerHTML=p.__html),e.__k=[];else if(d&&(t.innerHTML=""),eo(e.type=="template"?t.content:t,Re(f)?f:[f],e,n,o,x=="foreignObject"?"http://www.w3.org/1999/xhtml":s,
r,i,r?r[0]:n.__k&&Ht(n,0),a,c),r!=null)for(l=r.length;l--;)sn(r[l]);a&&x!="textarea"||(l="value",x=="progress"&&$==null?t.removeAttribute("value"):$!=null&&($!==
t[l]||x=="progress"&&!$||x=="option"&&$!=b[l])&&Se(t,l,$,b[l],s),l="checked",_!=null&&_!=t[l]&&Se(t,l,_,b[l],s))}return t}function cn(t,e,n){try{if(typeof t=="f\
unction"){var o=typeof t.__u=="function";o&&t.__u(),o&&e==null||(t.__u=t(e))}else t.current=e}catch(s){B.__e(s,n)}}function io(t,e,n){var o,s;if(B.unmount&&B.unmount(
t),(o=t.ref)&&(o.current&&o.current!=t.__e||cn(o,null,e)),(o=t.__c)!=null){if(o.componentWillUnmount)try{o.componentWillUnmount()}catch(r){B.__e(r,e)}o.base=o.__P=
o.__n=null}if(o=t.__k)for(s=0;s<o.length;s++)o[s]&&io(o[s],e,n||typeof t.type!="function");n||sn(t.__e),t.__c=t.__=t.__e=void 0}function Yr(t,e,n){return this.constructor(
t,n)}function Wt(t,e,n){var o,s,r,i;e==document&&(e=document.documentElement),B.__&&B.__(t,e),s=(o=typeof n=="function")?null:n&&n.__k||e.__k,r=[],i=[],ln(e,t=(!o&&
n||e).__k=an(Be,null,[t]),s||Te,Te,e.namespaceURI,!o&&n?[n]:s?null:e.firstChild?Le.call(e.childNodes):null,r,!o&&n?n:s?s.__e:e.firstChild,o,i),ro(r,t,i),t.props.
children=null}Le=Ae.slice,B={__e:function(t,e,n,o){for(var s,r,i;e=e.__;)if((s=e.__c)&&!s.__)try{if((r=s.constructor)&&r.getDerivedStateFromError!=null&&(s.setState(r.getDerivedStateFromError(
t)),i=s.__d),s.componentDidCatch!=null&&(s.componentDidCatch(t,o||{}),i=s.__d),i)return s.__E=s}catch(a){t=a}throw t}},Yn=0,qr=function(t){return t!=null&&t.constructor===
void 0},Ne.prototype.setState=function(t,e){var n;n=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=jt({},this.state),typeof t=="function"&&(t=t(jt({},n),
this.props)),t&&jt(n,t),t!=null&&this.__v&&(e&&this._sb.push(e),Gn(this))},Ne.prototype.forceUpdate=function(t){this.__v&&(this.__e=!0,t&&this.__h.push(t),Gn(this))},
Ne.prototype.render=Be,At=[],Jn=typeof Promise=="function"?Promise.prototype.then.bind(Promise.resolve()):setTimeout,Qn=function(t,e){return t.__v.__b-e.__v.__b},
Ee.__r=0,en=Math.random().toString(8),je="__d"+en,ie="__a"+en,Zn=/(PointerCapture)$|Capture$/i,rn=0,nn=Xn(!1),on=Xn(!0),Ur=0;var ae,z,un,ao,Pe=0,$o=[],X=B,lo=X.__b,co=X.__r,uo=X.diffed,fo=X.__c,po=X.unmount,ho=X.__;function dn(t,e){X.__h&&X.__h(z,t,Pe||e),Pe=0;var n=z.__H||(z.__H={__:[],
__h:[]});return t>=n.__.length&&n.__.push({}),n.__[t]}function A(t){return Pe=1,Jr(_o,t)}function Jr(t,e,n){var o=dn(ae++,2);if(o.t=t,!o.__c&&(o.__=[n?n(e):_o(void 0,
e),function(a){var c=o.__N?o.__N[0]:o.__[0],l=o.t(c,a);c!==l&&(o.__N=[l,o.__[1]],o.__c.setState({}))}],o.__c=z,!z.__f)){var s=function(a,c,l){if(!o.__c.__H)return!0;
var p=!1,d=o.__c.props!==a;if(o.__c.__H.__.some(function(m){if(m.__N){p=!0;var $=m.__[0];m.__=m.__N,m.__N=void 0,$!==m.__[0]&&(d=!0)}}),r){var f=r.call(this,a,c,
l);return p?f||d:f}return!p||d};z.__f=!0;var r=z.shouldComponentUpdate,i=z.componentWillUpdate;z.componentWillUpdate=function(a,c,l){if(this.__e){var p=r;r=void 0,
s(a,c,l),r=p}i&&i.call(this,a,c,l)},z.shouldComponentUpdate=s}return o.__N||o.__}function et(t,e){var n=dn(ae++,4);!X.__s&&go(n.__H,e)&&(n.__=t,n.u=e,z.__h.push(n))}function $t(t){return Pe=5,I(function(){return{current:t}},[])}function I(t,e){var n=dn(ae++,7);return go(n.__H,e)&&(n.__=t(),n.__H=e,n.__h=t),n.__}function Qr(){for(var t;t=$o.shift();){var e=t.__H;if(t.__P&&e)try{e.__h.some(Ie),e.__h.some(fn),e.__h=[]}catch(n){e.__h=[],X.__e(n,t.__v)}}}X.__b=function(t){z=
null,lo&&lo(t)},X.__=function(t,e){t&&e.__k&&e.__k.__m&&(t.__m=e.__k.__m),ho&&ho(t,e)},X.__r=function(t){co&&co(t),ae=0;var e=(z=t.__c).__H;e&&(un===z?(e.__h=[],
z.__h=[],e.__.some(function(n){n.__N&&(n.__=n.__N),n.u=n.__N=void 0})):(e.__h.some(Ie),e.__h.some(fn),e.__h=[],ae=0)),un=z},X.diffed=function(t){uo&&uo(t);var e=t.
__c;e&&e.__H&&(e.__H.__h.length&&($o.push(e)!==1&&ao===X.requestAnimationFrame||((ao=X.requestAnimationFrame)||Zr)(Qr)),e.__H.__.some(function(n){n.u&&(n.__H=n.
u,n.u=void 0)})),un=z=null},X.__c=function(t,e){e.some(function(n){try{n.__h.some(Ie),n.__h=n.__h.filter(function(o){return!o.__||fn(o)})}catch(o){e.some(function(s){
s.__h&&(s.__h=[])}),e=[],X.__e(o,n.__v)}}),fo&&fo(t,e)},X.unmount=function(t){po&&po(t);var e,n=t.__c;n&&n.__H&&(n.__H.__.some(function(o){try{Ie(o)}catch(s){e=
s}}),n.__H=void 0,e&&X.__e(e,n.__v))};var mo=typeof requestAnimationFrame=="function";function Zr(t){var e,n=function(){clearTimeout(o),mo&&cancelAnimationFrame(
e),setTimeout(t)},o=setTimeout(n,35);mo&&(e=requestAnimationFrame(n))}function Ie(t){var e=z,n=t.__c;typeof n=="function"&&(t.__c=void 0,n()),z=e}function fn(t){
var e=z;t.__c=t.__(),z=e}function go(t,e){return!t||t.length!==e.length||e.some(function(n,o){return n!==t[o]})}function _o(t,e){return typeof e=="function"?e(t):
e}var h=Vn.bind(an);var u=null;function wo(t){u=t}var g={measure:0,run:0,other:1,topic:0,against:-1,colour:"",sort:"",filter:"",only:[],columns:[],curves:[],heat:"",subset:"",topics_by:"\
hardest",runs_by:"value",pair_by:"gain"},ue={...g},Fe=[],[bo,ts]=[200,400],vo=0,Jt={topic:()=>u.topics.map(t=>t.id)};Jt.measure=()=>u.measures.map(t=>t.label);for(let t of[
"run","other","against"])Jt[t]=()=>u.runs.map(e=>e.name);var es={topic:"topic",measure:"measure",subset:"subset"};function yo(t){Object.assign(g,t),ue={...g};let{
choices:e,unknown:n}=de(location.hash);n||Object.assign(g,e)}function fe(t,e,n=null){t.replaceChildren(),Fe.push({draw:()=>Wt(h`<${e} />`,t),home:n,stale:!0}),ce(
()=>!0)}function ce(t){let e=document.activeElement;for(let n of Fe.filter(({stale:o,home:s})=>o&&t(s)))n.stale=!1,n.draw();e!==document.activeElement&&e?.isConnected&&
e.focus({preventScroll:!0})}function xo(t){if(!t)return!0;let{top:e,bottom:n}=t.getBoundingClientRect();return n>-bo&&e<window.innerHeight+bo}function ko(t=ts){
clearTimeout(vo);let e=Fe.find(({stale:n})=>n);e&&(vo=window.setTimeout(()=>{ce(n=>n===e.home),ko(0)},t))}function Mo(){document.addEventListener("scroll",()=>ce(
xo),{passive:!0}),window.addEventListener("beforeprint",()=>ce(()=>!0))}function Oo(t,e){let n=Object.entries(t).filter(([o,s])=>String(s)!==String(g[o]));if(!n.
length)return!1;Object.assign(g,Object.fromEntries(n));for(let o of Fe)o.stale=!0;return ce(o=>o?.id===e||xo(o)),ko(),!0}function W(t,{again:e,section:n}={}){let o=n||
ns()||de(location.hash).section;if(!Oo(t,o)&&!n||!document.documentElement.dataset.ready)return;let s=os(o);s!==location.hash&&(e?history.replaceState({own:!0},
"",s):history.pushState({own:!0},"",s))}function ns(){let t=document.activeElement&&document.activeElement.closest("main section");return t?t.id:""}function os(t){
let e=Object.entries(g).filter(([n,o])=>String(o)!==String(ue[n])).map(([n,o])=>`${n}=${[o].flat().map(s=>encodeURIComponent(Jt[n]?Jt[n]()[Number(s)]||"":s)).join(
",")}`);return`#${[t,...e].filter(Boolean).join("&")}`}function de(t){let e="",n={},o=null;for(let i of t.replace(/^#/,"").split("&")){let[,a,c]=/^(\w+)=(.*)$/.
exec(i)||[];a?Object.hasOwn(ue,a)&&(n[a]=rs(a,c),n[a]===-1&&(o=[es[a]||"run",le(c)])):e=e||i}let[s,...r]=Object.keys(n);return!e&&!r.length&&(e={topic:"topics",
run:"participants"}[s]||""),{section:e,choices:n,unknown:o}}function rs(t,e){return Jt[t]?Jt[t]().indexOf(le(e)):Array.isArray(ue[t])?e?e.split(",").map(le):[]:
t==="subset"&&e&&!Object.hasOwn(u.subsets,le(e))?-1:le(e)}function So(t,e){Oo({...ue,...t},e)}function le(t){try{return decodeURIComponent(t)}catch{return t}}function Qt(t){let{hues:e,dashes:n}=u.palette;return{stroke:`var(--hue-${t%e})`,"stroke-dasharray":n[Math.floor(t/e)%n.length].map(o=>2*o).join(" ")}}var jo=["#\
a63603","#e6853c","#fdd0a2","#f7f7f7","#9ecae1","#4292c6","#084594"];function ss(t){return[1,3,5].map(e=>parseInt(t.slice(e,e+2),16))}function pn(t,e=u.palette.
shades){let n=Math.min(Math.max(t,0),1)*(e.length-1),o=Math.min(Math.floor(n),e.length-2),[s,r]=[e[o],e[o+1]].map(ss);return`rgb(${s.map((i,a)=>Math.round(i+(n-
o)*(r[a]-i))).join(",")})`}function pe(t,e,n=6){let s=(e-t||1)/(n-1),r=10**Math.floor(Math.log10(s)),i=[1,2,5,10].map(l=>l*r).find(l=>l>=s*.999)||r,a=Math.floor(t/i+1e-9),c=Math.max(a+1,Math.
ceil(e/i-1e-9));return Array.from({length:c-a+1},(l,p)=>Number(((a+p)*i).toPrecision(12)))}function Et(t,e,n,o,s){let r=pe(t,e,s),[i,a]=[r[0],r[r.length-1]],c=p=>n+
(p-i)/(a-i)*(o-n);return Object.assign(c,{clamped:p=>c(Math.min(Math.max(p,i),a)),ticks:r,low:i,high:a})}function N(t){return Math.round(t*10)/10}var hn={width:716,
height:905};function qt(t,e={}){return t?Math.floor(hn.width*(e.paper||1)):Math.floor(Math.min(1400,window.innerWidth-42)*(window.innerWidth<1100?1:e.screen||1))-
(e.screen?14:0)}var Lt=()=>window.innerWidth<640;function it(t,e=24){let n=u.rooms.filter(r=>r<=e);if(Object.hasOwn(u.short,t)&&t.length>e&&n.length)return u.short[t][n.
length-1];let o=Array.from(t),s=Math.floor((e-1)/2);return o.length>e?`${o.slice(0,e-1-s).join("")}…${o.slice(o.length-s).join("")}`:t}function De(t,e=11){return Math.
max(1,Math.ceil(e/t))}function G(t){return`⁨${t.replaceAll("⁩","")}⁩`}function xt(t){return t.map(([e,n],o)=>`${o?"L":"M"}${N(e)} ${N(n)}`).join("")}function Ct(t,e,n,o){
return`M${N(t)} ${N(e)}h${N(n)}v${N(o)}h${N(-n)}z`}function mn(t,e,n){let o=N(2*n);return`M${N(t-n)} ${N(e)}a${N(n)} ${N(n)} 0 1 0 ${o} 0a${N(n)} ${N(n)} 0 1 0 ${-o}\
 0z`}var gn=[];function at(t,e){gn.push({...t,Content:e})}function L(t,e=Lt()?16:32){return h`<bdi class="name" title=${t}>${it(t,e)}</bdi>`}function rt(t){return document.
getElementById(t)}function he(){return u.runs.map(({name:t},e)=>[e,t])}function No(){return u.measures.map(({label:t},e)=>[e,t])}function nt(...t){return h`<p class="answer">${t}</p>`}
function R(...t){return h`<p class="caption">${t.filter(Boolean).join("; ")}.</p>`}function v(t,e=4){return t==null||Number.isNaN(t)?"–":e?t.toFixed(e):Math.round(
t).toLocaleString("en")}function k(t,e,n=t){let[o,s]=[t,n].map(r=>r.toLocaleString("en"));return`${o}${n===t?"":` to ${s}`} ${e}${n===1?"":"s"}`}function He(t){let e=t.toPrecision(2);return t?Number(e)===t?e:String(t):`< ${u.least_p}`}function Bt(t){return t==null?"–":`${(100*t).toFixed(1)} %`}function D(t,e,n){
let o=u.values[t][e][n];return o===null?null:u.measures[t].digits?o/u.unit:o}function We(t,e){return u.runs.map((n,o)=>D(t,e,o))}function Zt(t,e){return Ao(To(t),
e)}function To(t){return Float64Array.from(t.filter(e=>e!==null)).sort()}function Ao(t,e){if(!t.length)return null;let n=(t.length-1)*e,o=Math.floor(n),s=Math.min(
o+1,t.length-1);return t[o]+(n-o)*(t[s]-t[o])}var te=t=>Zt(t,.5);function Ut(t){let e=t.filter(n=>n!==null);return e.length?e.reduce((n,o)=>n+o,0)/e.length:null}
function P(t,e,n=!1){let o=Array.from({length:t},(i,a)=>a),s=o.map(e),r=n?1:-1;return o.sort((i,a)=>s[i]===null||s[a]===null?+(s[i]===null)-+(s[a]===null)||i-a:
r*(s[i]<s[a]?-1:s[i]>s[a]?1:0)||i-a)}function E(t,e){return e!==null&&u.measures[t].lower_is_better?-e:e}function me(t,e){let n=To(e),[o,s,r,i,a]=[0,.25,.5,.75,
1].map(p=>Ao(n,p)),[c,l]=u.measures[t].lower_is_better?[o,a]:[a,o];return{bestRun:e.indexOf(c),best:c,median:r,worst:l,q1:s,q3:i}}var Co=new Map;function kt(t,e){
let n=`${t} ${e}`,o=Co.get(n)||me(t,We(t,e));return Co.set(n,o),o}function _n(t,e,n){return e===null?null:1+n.filter(o=>o!==null&&E(t,o)>E(t,e)).length}function bt(t){
return $n.has(t)||$n.set(t,is(t)),$n.get(t)??[0,1]}var $n=new Map;function is(t){let e=u.topics.flatMap((s,r)=>We(t,r)).map(Number),[n,o]=e.reduce(([s,r],i)=>[Math.
min(s,i),Math.max(r,i)],[0,u.measures[t].digits?1:0]);return[n,o>n?o:n+1]}function M(t=g.measure){return u.measures[t].label}function q(){return u.subsets[g.subset]||
[...u.topics.keys()]}function lt(){return g.subset&&` of the subset ${g.subset}`}function ct(t=g.measure){return u.boards.find(e=>e.subset===g.subset&&e.measure===
t)||null}function Vt(){return`${Number((100*u.confidence).toPrecision(6))} %`}function Eo(t){return t.mean||t.order.map(e=>Number(u.summary[t.measure][e]))}function bn(t,e,n,o){
let[s,r]=[t.order.indexOf(e),t.order.indexOf(n)].sort((a,c)=>a-c);if(s<0||s===r||!o)return null;let i=o[s*t.order.length-s*(s+1)/2+r-s-1];return o===t.errors?i:
i/u.unit}function zt(t){return u.runs[t].group||u.runs[t].name}function Y(t){document.documentElement.dataset.ready&&(rt("status").textContent=t)}function qe(t,e,n){
return e[n]===null?"–":`${v(_n(t,e[n],e),0)} of ${v(e.filter(o=>o!==null).length,0)}`}function ee(t,e,n){return qe(t,u.values[t][e],n)}function Rt(t){return u.
measures[t].summary==="geometric"}function ne(t,e,n=u.topics.map((o,s)=>s)){let o=n.map(i=>D(t,i,e));if((Rt(t)||u.measures[t].summary==="mean")&&o.length===u.topics.
length&&!o.includes(null))return u.summary[t][e];if(!Rt(t))return Ut(o);let r=Ut(o.map(i=>i===null?null:Math.log(Math.max(i,1e-5))));return r===null?null:Math.exp(
r)}function tt(t,e,n=q()){if(n.length===u.topics.length)return u.summary[t][e];if(u.measures[t].summary!=="sum")return ne(t,e,n);let o=n.map(s=>D(t,s,e)).filter(
s=>s!==null);return o.length?o.reduce((s,r)=>s+r,0):null}function Nt(t){return/^[\w@./-]+$/.test(t)?t:`'${t.replaceAll("'","'\\''")}'`}function vn(t,e){let n=g.
subset&&t!=="diagnose"?` --topics ${Nt(g.subset)}`:"";return`harness ${t} ${Nt(u.source||"TASK.yaml")} ${e}${n}`.trim()}function vt(t,e=4){let n=v(Math.abs(t),e);
return Math.abs(t)<1e-9?n:`${t<0?"−":"+"}${n}`}function oe(t){if(g.subset&&u.boards.length)return`no intervals, letters or p-values over the subset ${g.subset}\
 on this page; in a terminal: ${vn("compare",`--pairs -m ${Nt(t)}`)}`;if(u.not_compared)return`runs are not compared: ${u.not_compared}`;let e=[...u.measures.keys()].
filter(ct).map(M).join(", ")||"none";return`no intervals of ranks, letters or p-values by ${t}: the first ten measures that are no counts have them, or those th\
at the key compare: measures: of the task names (here: ${e})`}var as={ArrowDown:1,ArrowRight:1,ArrowUp:-1,ArrowLeft:-1};function $e(t,e){let n=()=>[...t.querySelectorAll(e)],o=()=>n().filter(r=>!r.closest("[hidden]")),s=(r=o().
find(i=>i===document.activeElement)||o()[0])=>{for(let i of n())i.tabIndex=i===r?0:-1};t.addEventListener("focusin",({target:r})=>{r.matches(e)&&s(r)}),t.addEventListener(
"keydown",r=>{let i=r.target,a=as[r.key],c=/Up|Down/.test(r.key);if(!a||!i.matches(e)||c&&i.tagName==="SELECT")return;let l=c&&ls(i,a,e)||o()[o().indexOf(i)+a];
l&&(r.preventDefault(),l.focus())}),new MutationObserver(()=>s()).observe(t,{childList:!0,subtree:!0,attributeFilter:["hidden"]}),s()}function Tt(t){let e=$t(null);
return et(()=>$e(e.current,t),[]),e}function ls(t,e,n){let o=[...t.closest("table")?.rows||[]],s=i=>[...i.querySelectorAll(n)],r=o.findIndex(i=>i.contains(t));for(let i=r+
e;o[i];i+=e){let a=s(o[i]);if(a.length)return a[Math.min(s(o[r]).indexOf(t),a.length-1)]}}function Q({pressed:t,children:e}){return h`<button type="button" onClick=${t}>${e}</button>`}function re({words:t,options:e,value:n,changed:o}){return h`<label class="field"><span>${t}</span><select value=${n} onChange=${({
currentTarget:r})=>o(r.value,r.selectedOptions[0].text)}>
    ${e.map(([r,i])=>h`<option value=${r}>${i}</option>`)}
  </select></label>`}function ut({words:t,name:e,options:n,value:o=g[e]}){return h`<${re} words=${t} options=${n} value=${o} changed=${(r,i)=>{W({[e]:typeof g[e]==
"number"?Number(r):r}),Y(`${t}: ${i}`)}} />`}function ge({words:t,value:e,changed:n}){return h`<label class="field"><span>${t}</span><input type="search" value=${e} onInput=${({
currentTarget:s})=>n(s.value)} /></label>`}function _e(t,e){return e.join(`
`).toLowerCase().includes(t.trim().toLowerCase())}function be({title:t,items:e,checked:n,changed:o}){let[s,r]=A(""),i=Tt("input"),a=new Set(n),c=l=>{a.delete(l)||
a.add(l),o(a)};return h`<fieldset class="checklist"><legend>${t}</legend>
    ${e.length>12&&h`<${ge} words="Filter" value=${s} changed=${r} />`}
    <div class="checks" ref=${i}>${e.map(({key:l,name:p,before:d,near:f})=>h`
      <label class="check" key=${l} hidden=${!_e(s,[p])} onPointerEnter=${f} onFocusIn=${f}>
        <input type="checkbox" checked=${a.has(l)} onChange=${()=>c(l)} />${d}${L(p,16)}
      </label>`)}</div>
  </fieldset>`}function ft({children:t}){let e=Tt("select, button");return et(()=>{e.current.querySelectorAll("select, button").length>1&&e.current.setAttribute(
"role","toolbar")}),h`<div class="controls" ref=${e}>${t}</div>`}function U(t,e,n){let o=t==="topic"?u.topics[e].id:u.runs[e].name;return h`<a href=${`#${t}=${encodeURIComponent(o)}`} title=${o}>${L(n||o)}</a>`}function wn(){
let t=rt("unknown"),{section:e,choices:n,unknown:o}=de(location.hash);if(t.hidden=!o,o){let[r,i]=o;Wt(h`There is no ${r} ${L(i)} on this page.`,t),t.scrollIntoView(),
Y(`There is no ${r} ${G(i)} on this page.`);return}let s=document.querySelector(`main section[id="${CSS.escape(e)}"]`);e&&!s||(So(n,e),s&&!(history.state&&history.
state.own)&&s.scrollIntoView())}function Lo(t){let e=t.target.closest('a[href^="#"]');if(!e||t.ctrlKey||t.metaKey||t.shiftKey)return;let{section:n,choices:o,unknown:s}=de(
String(e.getAttribute("href")));if(s||!n||!document.querySelector(`main section[id="${CSS.escape(n)}"]`))return;t.preventDefault();let r=e.closest("section");W(
o,{section:n}),(!r||r.id!==n)&&Ro(n)}function Ue(t){let{id:e,title:n}=u.topics[t];return n?`${G(e)} ${G(n)}`:G(e)}function Ro(t){let e=rt(`${t}-title`);e.setAttribute(
"tabindex","-1"),e.focus({preventScroll:!0}),e.scrollIntoView({behavior:"instant"})}function ve(t,e){let n=t==="topic"?"topics":"participants";W({[t]:e},{section:n}),
Ro(n)}function Gt(t,e){return{item:"topic",names:t.map(({topic:n})=>u.topics[n].id),words:n=>`${Ue(t[n].topic)}
${e(t[n])}`,open:n=>ve("topic",t[n].topic)}}function cs(t,e){let{name:n,group:o,attributes:s}=u.runs[e];return _e(t,[n,o,...Object.values(s)])}function ye(){let{runs:t}=u;return[...t.some(e=>e.group)?["gr\
oup"]:[],...Object.keys(t.length?t[0].attributes:{})]}function wt(t,e){return t==="group"?u.runs[e].group:u.runs[e].attributes[t]||""}function It(t){return[...new Set(
u.runs.map((e,n)=>wt(t,n)).filter(Boolean))].sort()}function xe(){return ye().filter(t=>t==="group"||It(t).length>1&&It(t).length<=Math.max(8,u.runs.length/4))}
var we={filter:"",only:[],runs:null};function Io(){let{filter:t,only:e}=g;if(we.runs&&we.filter===t&&we.only===e)return we.runs;let n=ye().map(s=>({name:s,values:e.
filter(r=>r.startsWith(`${s}:`))})).filter(({values:s})=>s.length),o=new Set([...u.runs.keys()].filter(s=>cs(t,s)&&n.every(({name:r,values:i})=>i.includes(`${r}\
:${wt(r,s)}`))));return we={filter:t,only:e,runs:o},o}function Mt(t){return Io().has(t)}function ot(){return[...Io()]}function ke(t=u.runs.length,e=k(u.topics.length,
"topic")){let n=k(u.runs.length,"run");return[t<u.runs.length?`${t} of ${n}, as filtered`:n,e,u.dialect&&`dialect ${u.dialect}`].filter(Boolean).join("; ")}function yt(t=!0){
return ke(t?ot().length:u.runs.length,`${k(q().length,"topic")}${lt()}`)}var Bo=6;function gt(){let t=xe(),e=g.colour||t.find(a=>It(a).length<=Bo)||t[0]||"",n=a=>u.
runs.filter((c,l)=>wt(e,l)===a).length,o=e?It(e):[],s=P(o.length,a=>n(o[a])).slice(0,Bo).map(a=>o[a]),r=new Map(s.map((a,c)=>[a,Qt(c).stroke])),i=a=>e?r.get(wt(
e,a))||"var(--muted)":Qt(0).stroke;return{name:e,most:s,others:o.length-s.length,ofRun:i}}function Pt({most:t,others:e}){let n=o=>({d:"M8 2a4 4 0 1 0 .1 0z",fill:o});
return[...t.map((o,s)=>[n(Qt(s).stroke),o]),...e>0?[[n("var(--muted)"),`${k(e,"other")} and none`]]:[]]}function Xt(t=n=>n,e=()=>[]){return[{name:"run",text:!0,
value:o=>u.runs[t(o)].name,cell:o=>[U("run",t(o)),...e(t(o))]},...ye().map(o=>({name:o,text:!0,value:s=>wt(o,t(s)),cell:s=>L(wt(o,t(s)))}))]}function Po(t){let[
e,n]=[ct(t),!g.subset],o=n?u.intervals[t]:null,s=u.runs.map((a,c)=>tt(t,c)),r=s.map((a,c)=>({run:c,value:a,error:n?u.errors[t][c]:null,mean:a,low:o&&o.low[c],high:o&&
o.high[c],rank:e&&e.order.length===s.length&&!Kt(e)?null:_n(t,a,s)}));if(!e)return r;let i=Eo(e);return e.order.forEach((a,c)=>{let{low:l,high:p,rank:d,letters:f}=e;
Object.assign(r[a],{position:c,mean:i[c],low:l[c],high:p[c],letters:f&&f[c],rank:Kt(e)?r[a].rank:d[c]})}),r}function Kt(t){return!!(t&&t.mean&&!t.subset)}function Ft(){if(g.filter||g.only.length>1)return null;let[t=""]=g.only,{name:e,values:n}=u.types;return t?n.find(o=>t===`${e}:${o}`)??null:""}function Fo(){let{
subset:t,measure:e}=g,n=Ft(),o=u.verdicts.find(f=>f.subset===t&&f.type===n&&f.measure===e);if(o)return o.lines;if(!u.verdicts.length&&n===""&&!t&&e===u.first_measure)
return u.verdict.slice(0,u.verdict.length-u.mind.length);let r=P(u.runs.length,f=>E(e,tt(e,f))).filter(f=>Mt(f)&&tt(e,f)!==null);if(!r.length)return[["No run is\
 left.","leaderboard",""]];let i=ot().length,a=i<u.runs.length?` of the ${k(i,"run")} chosen`:"",c=`${M(e)} ${v(tt(e,r[0]),u.measures[e].digits)}`,l=`${u.runs[r[0]].
name} is first${a}: ${c} over ${k(q().length,"topic")}${lt()}.`,d=u.boards.some(f=>f.subset===t&&f.measure===e)?"Ranks and shades are from the tests of all runs\
, which hold for fewer, too.":"How sure this order is was not tested.";return[[l,"leaderboard",""],...u.runs.length>1?[[d,"leaderboard",""]]:[]]}function us(t){return t.order.filter(Mt)}function Do(t){let e=Ft(),n=e&&u.ranked.find(i=>i.subset===t.subset&&i.measure===t.measure&&i.type===e),o=t.order.map((i,a)=>a).
filter(i=>Mt(t.order[i])),s=o.map(i=>t.rank[i]).sort((i,a)=>i-a),r=new Map(s.map((i,a)=>[i,a+1]).reverse());return new Map(o.map((i,a)=>{let c=Number(r.get(t.rank[i]));
if(n)return[t.order[i],{rank:c,low:n.low[a],high:n.high[a]}];let[l,p]=[0,0],d=t.apart[i];for(let f of o)d[f]==="<"?l+=1:d[f]===">"&&(p+=1);return[t.order[i],{rank:c,
low:1+l,high:o.length-p}]}))}function Ho(t){let e=ct(t),n=e&&Do(e);return Po(t).map(o=>{let s=n&&n.get(o.run);return s?{...o,rank:Kt(e)?o.rank:s.rank,rankLow:s.
low,rankHigh:s.high}:o})}function Wo(t){let e=ct(t);if(!e)return null;if(g.against<0){let s=Do(e);return{run:-1,runs:new Set([...s].filter(([,{low:r}])=>r===1).
map(([r])=>r)),of:s.size}}let n=us(e),o=e.apart[e.order.indexOf(g.against)];return{run:g.against,runs:new Set(n.filter(s=>o[e.order.indexOf(s)]===".")),of:n.length-
1}}function qo({run:t,runs:e,of:n}){let{best:o,ranks:s}=u.words,r=[...e].filter(l=>l!==t).map(l=>u.runs[l].name),i=r.length>12?` and ${r.length-12} more`:"",a=`${r.
slice(0,12).join(", ")}${i}`;if(t<0)return`Shaded: ${k(r.length,"run")} of ${n.toLocaleString("en")} ${o.not_shown}: ${a}`;let{name:c}=u.runs[t];return r.length?
`Shaded: ${k(r.length,"run")} of ${n.toLocaleString("en")} ${s.not_shown} than ${c}: ${a}`:`Every other run is ${s.shown}, than ${c}`}var fs=900,Uo=1.5;function ds({clientWidth:t,scrollWidth:e,firstElementChild:n},o){if(o.count<1/0&&o.window!==window.innerWidth)return{count:1/0,window:window.innerWidth};
if(e<=Uo*t)return o;let r=[...n.tHead.rows[0].cells].filter(i=>i.offsetLeft+i.offsetWidth<=Uo*t).length;return{count:Math.max(1,Math.min(r,o.count-1)),window:window.
innerWidth}}function ps(t){return t===void 0||t===""||Number.isNaN(t)?null:typeof t=="string"?t.toLowerCase():t}function Ve({text:t,kind:e}){return`${t?"text":"\
number"}${e?` ${e}`:""}`}function Ot({columns:t,rows:e,title:n,sorted:o,sortedBy:s,rowAttributes:r,empty:i,most:a=1/0,kind:c,few:l}){let[p,d]=A(o||{column:0}),[
f,m]=A(!1),[$,_]=A(a),[b,w]=A(!1),[x,O]=A({count:1/0,window:0}),j=s&&o?o:p,F=Tt("thead button, tbody :is(a, button)");et(()=>{let{current:y}=F,C=new ResizeObserver(
()=>{let ht=y.scrollWidth>y.clientWidth;y.classList.toggle("wide",ht),y.tabIndex=(ht||y.scrollHeight>y.clientHeight)&&!y.querySelector("a, button")?0:-1,O(Yt=>y.
clientWidth?ds(y,Yt):Yt)});for(let ht of[y,y.firstChild])C.observe(ht)},[]);function Z(y){let C=j.column===y?!j.ascending:!!(t[y].text||t[y].rising);d({column:y,
ascending:C}),s&&s(t[y],C),Y(`${n}: sorted by ${t[y].name}, ${C?"ascending":"descending"}`)}function H(){m(!0),F.current.focus()}function J(){w(!0),F.current.focus()}
let S=(y,C)=>b||C<x.count||C===j.column,T=t.filter(S),K=t[j.column]?.value||(()=>0),St=P(e.length,y=>ps(K(e[y])),j.ascending),V=f?St:St.slice(0,$),st=({currentTarget:{
scrollTop:y,clientHeight:C,scrollHeight:ht}})=>{V.length<e.length&&y+C>ht-fs&&_($+a)};return h`<div class=${`scroll ${c||""}`.trim()} tabindex="-1" role="region" aria-label=${n} ref=${F} onScroll=${st}>
    <table class=${l&&"few"} onwhole=${()=>[m,w].forEach(y=>y(!0))}>
      <caption>${n}</caption>
      <thead><tr>${t.map((y,C)=>S(y,C)&&ms(y,C===j.column&&(j.ascending?"ascending":"descending"),()=>Z(C)))}</tr></thead>
      <tbody>
        ${V.map(y=>h`<tr key=${y} ...${r?r(e[y]):{}}>
          ${t.map((C,ht)=>S(C,ht)&&$s(C,e[y],ht))}</tr>`)}
        ${V.length<e.length&&Vo(t,h`<${Q} pressed=${H}>Show all ${v(e.length,0)} rows; the first ${v(V.length,0)} are shown<//>`)}
        ${!e.length&&Vo(t,i)}
      </tbody>
    </table>
  </div>
  ${hs(t.length-T.length,J)}`}function hs(t,e){return t>0&&h`<p class="caption away"><${Q} pressed=${e}>Show ${k(t,"more column")}<//></p>`}function Vo(t,e="Not\
hing to show."){return h`<tr><td colspan=${t.length}>${e}</td></tr>`}function ms(t,e,n){return t.name?h`<th scope="col" key=${t.name} class=${Ve(t)} aria-sort=${e||
null}>
    <button type="button" title=${t.help} onClick=${t.clicked||n}><bdi class="name">${t.name}</bdi></button>${t.under}
  </th>`:h`<td class=${Ve(t)}></td>`}function $s(t,e,n){let o=(t.cell?t.cell(e):t.value(e))??"–";if(o.type==="td")return o;let s=typeof o=="number"?v(o,t.digits):
o;return n?h`<td class=${Ve(t)}>${s}</td>`:h`<th scope="row" class=${Ve(t)}>${s}</th>`}function zo(t){let e=yn(t).trim();return e==="–"?"":e}function yn(t){return Array.
isArray(t)?t.map(yn).join(""):t==null||typeof t=="boolean"?"":t.props?yn(t.props.children):String(t)}function gs(t,e){let n=parseFloat(t.replace("−","-").replaceAll(
",",""));return e||String(n)===t?n:t}function _t({heads:t,rows:e,...n}){let o=t.map((s,r)=>{let i=p=>/^([−+-]?\d[\d.]*)?$/.test(zo(p[r])),[a,c]=Array.isArray(
s)?s:[s,r&&e.every(i)?"number":"text"],l=p=>zo(p[r]);return{name:a,text:c!=="number",kind:c==="prose"?c:"",value:c==="number"||!r?p=>gs(l(p),!!r):l,cell:p=>Number.
isInteger(p[r])?String(p[r]):p[r]}});return h`<${Ot} columns=${o} rows=${e} sorted=${{column:-1}} ...${n} />`}function xn({words:t,make:e}){let[n,o]=A(!1);return h`<details class="data" onToggle=${({
currentTarget:s})=>o(s.open)} onfill=${()=>o(!0)}>
    <summary onClick=${()=>o(!0)}>${t}</summary>${n&&e()}
  </details>`}function dt({title:t,heads:e,rows:n,words:o="Data of this figure"}){return h`<${xn} words=${o} make=${()=>h`<${_t} title=${t} heads=${e} rows=${n()} />`} />`}var Ko=200,Xo="these results were read from a directory, without the runs";function On(t,e=Bt(t)){return t===null?"–":h`<span class="share" aria-hidden="true"><span style="width: ${(100*
t).toFixed(1)}%" /></span>
    <span class="beside">${e}</span>`}function ze(t,e){let{junk:n,outside:o,negative:s}=u.unjudged;return o[t][e]+(n?0:s[t][e])}var Sn=()=>u.unjudged?.junk?"jud\
ged as junk":"pooled, not judged";function _s(){let{runs:t,unjudged:e}=u;return t.some(({junk:n})=>n)?[["judged as junk",e?.negative,({junk:n})=>n]]:t.some(({pooled:n})=>n)?
[["not in the pool",e?.outside,n=>n.unjudged-n.pooled],["pooled, not judged",e?.negative,({pooled:n})=>n]]:[]}function bs(){let{runs:t,unjudged:e}=u,n=(a,c)=>({
name:a,value:c,cell:l=>On(c(l))}),o=(a,c)=>n(a,l=>t[l].retrieved?c(t[l])/t[l].retrieved:null),[s,r]=[e?.cutoffs||[],_s()],i=[...Xt(),{name:"retrieved",digits:0,
value:a=>t[a].retrieved},...(r.length?s.slice(0,1):s).map((a,c)=>n(`first ${a}`,l=>ze(l,c))),o("all",a=>a.unjudged),...r.flatMap(([a,c,l])=>[...c?[n(`first ${s[0]}\
: ${a}`,p=>c[p][0])]:[],o(`all: ${a}`,l)])];return h`<${Ot} columns=${i} rows=${[...t.keys()]} title="Share of unjudged documents" most=${Ko} sorted=${{column:Xt().
length+1}} />`}function Ge(){return u.relevance_level&&`relevant from grade ${u.relevance_level}`}function vs(){let t=u.topics.filter(r=>r.judged!==null);if(!t.
length)return R("Not known: these results were written without a table of topics");let e=["judged","relevant"].map(r=>{let i=t.map(a=>Number(a[r]));return{kind:r,
counts:i,sum:i.reduce((a,c)=>a+c,0)}}),n=[{name:"documents",text:!0,value:({kind:r})=>r},{name:"min",digits:0,value:({counts:r})=>Zt(r,0)},{name:"median",value:({
counts:r})=>te(r),cell:({counts:r})=>Number(te(r)).toLocaleString("en",{minimumFractionDigits:1,maximumFractionDigits:1})},{name:"max",digits:0,value:({counts:r})=>Zt(
r,1)},{name:"sum",digits:0,value:({sum:r})=>r}],[o,s]=e.map(({sum:r})=>r);return h`
    <${Ot} columns=${n} rows=${e} title="Judged and relevant documents by topic" sorted=${{column:0,ascending:!0}} />
    ${R(k(t.length,"topic"),"documents with a grade in the judgments",Ge(),o&&`${Bt(s/o)} of all judged documents are relevant`)}
    <${dt} words="Of each topic" title="Judged and relevant documents of each topic" heads=${["topic","judged","relevant"]}
      rows=${()=>t.map(r=>[r.id,r.judged,r.relevant])} />`}function ws(){if(!u.uniques)return R(`Not known, because ${Xo}`);let t=Math.max(1,...Object.values(u.
uniques)),e=o=>u.runs.filter((s,r)=>zt(r)===o).length;return h`<${Ot} columns=${[{name:"group",text:!0,value:([o])=>o,cell:([o])=>L(o)},{name:"runs",digits:0,value:([
o])=>e(o)},{name:"unique relevant",value:([,o])=>o,cell:([,o])=>On(o/t,v(o,0))}]} rows=${Object.entries(u.uniques)} title="Unique relevant documents by group" sorted=${{
column:2}} />
    ${R("Relevant documents that only this group's runs have within rank 100 of a topic","a run without a group counts as a group of its own",Ge(),ke())}`}function ys(){
let{runs:t,unjudged:e}=u;if(!e)return null;let n=t.map((a,c)=>ze(c,0)),o=n.filter(a=>a===0).length,s=n.indexOf(Math.max(...n)),r=`the first ${e.cutoffs[0]} docu\
ments`;if(o===t.length)return nt(`All of ${r} of every run are judged.`);if(t.length===1)return nt(`Of ${r} ${Bt(n[0])} are unjudged.`);let i=o?`${k(o,"run")} o\
f ${v(t.length,0)} ${o>1?"have":"has"} all of ${r} judged`:`No run has all of ${r} judged`;return nt(`${i}; `,L(t[s].name),` has the most unjudged: ${Bt(n[s])}.`)}
var xs=()=>h`
  ${ys()}${bs()}
  ${R(u.unjudged&&"First k: the share of unjudged documents within rank k, over all judged topics together","all: their share of everything that the run retriev\
ed for its averaged topics",u.unjudged?.junk?"unjudged: not in the judgments, nor in the pool":"unjudged: without a grade of 0 or more in the judgments",!u.unjudged&&
`the shares within the first ranks are not known, because ${Xo}`,ke())}
  <div class="columns"><div><h3>Judged and relevant</h3>${vs()}</div>${u.runs.length>1&&h`<div><h3>Found by one group alone</h3>${ws()}</div>`}</div>`;function kn(t,e){
return{name:t,of:n=>n[e].length,cell:({[e]:n})=>n.length?h`<span title=${n.join(", ")}>${n.length}</span>`:"–"}}function Mn(t,e){return{name:t,text:!0,of:n=>e(
n).length,cell:n=>h`<bdi class="noticed">${e(n).join("; ")||"–"}</bdi>`}}function Go(t){return Object.entries(t).map(([e,n])=>`${e}: ${n}`)}var jn=[{name:"tie\
d documents",of:({tied:t})=>t,cell:({tied:t,retrieved:e})=>t?On(Math.min(1,t/Math.max(1,e)),v(t,0)):"–"},kn("topics missing","missing"),kn("topics left out","\
left_out"),kn("topics without judgments","extra"),Mn("findings",({findings:t})=>Go(t)),Mn("repairs, lines changed",({repairs:t})=>Go(t)),Mn("warnings",({warnings:t})=>t)];
function ks(){let{runs:t,checked:e,refused:n}=u,o=jn.filter(({of:a})=>t.some(a)),s=[...t.keys()].filter(a=>o.some(({of:c})=>c(t[a]))),r=Xt(),i=[...r,...o.map(({
name:a,text:c,of:l,cell:p})=>({name:a,text:c,value:d=>l(t[d]),cell:d=>p(t[d])}))];return h`
    ${s.length>0&&h`<${Ot} columns=${i} rows=${s} title="Notes on each run" most=${Ko} sorted=${{column:r.length}} />`}
    ${R(e?"Runs were checked before the evaluation; findings and repairs are counted by their names":"Runs were not checked: the task has no key check",t.some(a=>a.
tied)&&"tied documents share their score with another of the same topic; the bar is their share of what was retrieved",s.length<t.length&&`not listed: ${k(t.length-
s.length,"run")} without ties, missing topics or repairs`,n&&`refused before the evaluation, and listed below: ${k(n,"run")}`,ke())}`}at({id:"quality",title:"Qu\
ality of the data",order:100},()=>I(()=>h`<div id="coverage">${xs()}</div><h3>Ties, topics and repairs</h3><div id="repairs">${ks()}</div>`,[]));function Me(){let[t,e]=A(!1);return et(()=>{let[n,o]=[()=>e(!0),()=>e(!1)];return window.addEventListener("beforeprint",n),window.addEventListener("afterprint",
o),()=>{window.removeEventListener("beforeprint",n),window.removeEventListener("afterprint",o)}},[]),t}function pt(t,e,n,o){return h`<text x=${N(t)} y=${N(e)} ...${o}>${n}</text>`}
function se(t,e={}){let n=a=>a.replace(/\{(\w+)\}/g,(c,l)=>e[l]),{title:o,x:s,y:r,key:i}=u.figures[t];return{title:n(o),x:n(s),y:n(r),key:Object.fromEntries(Object.
entries(i).map(([a,c])=>[a,n(c)]))}}function Nn({title:t,description:e=""},n,o){return{viewBox:`0 0 ${n} ${o}`,class:"figure",role:"img","aria-label":`${t}. ${e}`,
style:`max-width: ${n}px`,preserveAspectRatio:"xMinYMin meet"}}function Tn(t){return{onPointerMove:n=>{let[o,s]=[rt("tip"),t(n)];if(o.hidden=s===null,s===null)return;
o.textContent=s;let r=Math.min(n.clientX+14,window.innerWidth-o.offsetWidth-8),i=n.clientY+18+o.offsetHeight<window.innerHeight;o.style.left=`${Math.max(4,r)}px`,
o.style.top=`${i?n.clientY+18:n.clientY-o.offsetHeight-10}px`},onPointerLeave:()=>{rt("tip").hidden=!0}}}function Cn(t,e){let n=t.getBoundingClientRect(),o=t.viewBox.
baseVal.width/n.width;return[(e.clientX-n.left)*o,(e.clientY-n.top)*o]}function Ms(t,e,{rows:n,columns:o},s){let r=(d,f)=>{for(let m=d;m>=0&&m<n*o;m+=f)if(s(m))
return m;return null};if(t==="End")return r(n*o-1,-1);if(t==="Home"||e===null)return r(0,1);let[i,a]={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[0,-1],ArrowRight:[
0,1]}[t]||[0,0],[c,l]=[Math.floor(e/o)+i,e%o+a];return c>=0&&c<n&&l>=0&&l<o&&s(c*o+l)?c*o+l:null}function Yo({left:t,top:e,across:n,down:o,rows:s,columns:r}){return{
itemAt:(i,a)=>{let[c,l]=[Math.floor((a-e)/o),Math.floor((i-t)/n)];return c>=0&&c<s&&l>=0&&l<r?c*r+l:null},outline:i=>Ct(t+i%r*n,e+Math.floor(i/r)*o,n,o)}}function An({
figure:t,size:[e,n],grid:o,there:s=()=>!0,itemAt:r=Yo(o).itemAt,outline:i=Yo(o).outline,crossed:a,stretch:c,children:l}){let[p,d]=[$t(null),$t(null)],[f,m]=A({figure:t,
item:null,keyed:!1}),$=f.figure===t?f.item:null;et(()=>{f.keyed&&d.current&&d.current.scrollIntoView({block:"nearest",inline:"nearest"})},[f]);let{title:_,item:b,
opens:w=`opens the ${b}`,words:x,open:O,pick:j}=t,F=(y,C)=>{m({figure:t,item:y,keyed:C}),C&&Y(x(y)),j&&j(y)},Z=y=>{let[C,ht]=Cn(p.current,y),Yt=r(C,ht);return Yt!==
null&&s(Yt)?Yt:null},H=Ss(o,c,y=>Cn(p.current,y)[0]),J=y=>{if(y.key==="Enter"&&$!==null)O($);else if(c&&y.key==="+")c.around(($||0)%o.columns);else if(c&&/^(-|Escape)$/.
test(y.key))c.whole();else if(/^(Arrow(Up|Down|Left|Right)|Home|End)$/.test(y.key)){let C=Ms(y.key,$,o,s);C!==null&&F(C,!0)}else return;y.preventDefault()},S=y=>{
let C=Z(y);C===null||H.ended()||(F(C,!1),j||O(C))},T=Tn(y=>{let C=Z(y);return y.target.dataset.words||(C===null?null:x(C))}),K=`width: ${e}px`,{onPointerDown:St,
onPointerUp:V}=H;return h`<div class="scroll explorable" tabindex="0" role="application" onKeyDown=${J} onClick=${S} ...${T}
      ...${{onPointerDown:St,onPointerMove:y=>{H.onPointerMove(y),T.onPointerMove(y)},onPointerUp:V}}
      aria-label="${_}. Arrow keys move from ${b} to ${b}, Enter ${w}${c?", plus and minus zoom":""}.">
    <svg ref=${p} ...${Nn(t,e,n)} style=${K}>${l}${H.band}
      ${$!==null&&a&&h`<path class="cross" d=${a($)} />`}
      ${$!==null&&h`<path ref=${d} class="mark" d=${i($)} />`}</svg></div>`}var Os=30;function Qo(t,e){let[n,o]=A({figure:t,from:0,to:e}),{from:s,to:r}=n.figure===
t?n:{from:0,to:e},i=(l,p)=>o({figure:t,from:Math.max(0,l),to:Math.min(e,p)}),a=Math.max(1,Math.floor((r-s)/4)),c={from:s,to:r,count:e,whole:()=>o({figure:t,from:0,
to:e}),brushed:(l,p)=>i(s+l,s+p+1),around:l=>i(s+l-a,s+l+a+1)};return{from:s,to:r,stretch:e>Os?c:void 0}}function Zo({stretch:t,what:e}){if(!t)return null;let{from:n,
to:o,count:s}=t;if(o-n===s)return h`<p class="caption hint more">Drag across some of the ${s.toLocaleString("en")} ${e}s to see them larger.</p>`;let[r,i]=[n,s-
o].map(c=>c.toLocaleString("en")),a=`${k(o-n,e)} of ${s.toLocaleString("en")} shown; outside: ${r} to the left, ${i} to the right. `;return h`<p class="caption hint" role="status">${a}<button type="button" onClick=${t.
whole}>Show all</button></p>`}function Ss({left:t,top:e,across:n,down:o,rows:s,columns:r},i,a){let[c,l]=A(null),p=$t(!1),d=$=>Math.min(r-1,Math.max(0,Math.floor(
(a($)-t)/n))),[f,m]=c?[Math.min(...c),Math.max(...c)]:[0,0];return{onPointerDown:$=>{i&&$.pointerType!=="touch"&&!$.button&&l([d($),d($)])},onPointerMove:$=>{c&&
!$.buttons?l(null):c&&l([c[0],d($)])},onPointerUp:()=>{p.current=m>f,i&&m>f&&i.brushed(f,m),l(null)},ended:()=>[p.current,p.current=!1][0],band:m>f&&h`<path class="band" d=${Ct(
t+f*n,e,(m+1-f)*n,s*o)} />`}}function tr(t,e,n,o=String){return n.ticks.map(s=>h`<path class="grid" d="M${t} ${N(n(s))}H${e}" />${pt(t-8,n(s)+4,o(s),{class:"tic\
k","text-anchor":"end"})}`)}function er(t,e){return e&&pt(12,t,e,{"text-anchor":"middle",transform:`rotate(-90 12 ${N(t)})`})}function nr({left:t,right:e,top:n,
bottom:o},s,r,i,a){return h`${tr(t,e,r)}${s.ticks.map(c=>h`<path class="axis" d="M${N(s(c))} ${o}v5" />${pt(s(c),o+20,String(c),{class:"tick","text-anchor":"mid\
dle"})}`)}
    <path class="axis" d="M${t} ${n}V${o}H${e}" />
    ${pt((t+e)/2,o+40,i,{"text-anchor":"middle"})}${er((n+o)/2,a)}`}function mt({listed:t}){return h`<ul class="signs">${t.map(([e,n])=>h`<li>
    <svg width="16" height="12" aria-hidden="true"><path ...${e} /></svg>${n}</li>`)}</ul>`}var or={bar:(t,e,[n,o])=>`${xt([t(n,-e),t(o,-e),t(o,e),t(n,e)])}z`,box:(t,e,n)=>or.
bar(t,e,n),whisker:(t,e,n)=>[n.slice(0,2),n.slice(2)].map(o=>xt(o.map(s=>t(s,0)))).join("")+[n[0],n[n.length-1]].map(o=>xt([t(o,-e/2),t(o,e/2)])).join(""),tick:(t,e,[
n])=>xt([t(n,-e),t(n,e)])},Jo={point:4,outliers:2.4},js={bar:"bar",box:"box",whisker:"axis",tick:"median",point:"own",outliers:"dot"};function Cs({kind:t,of:e,class:n=js[t],
colour:o=()=>"",words:s,half:r=1/0},i,a,c){let l=Array.from({length:i},(f,m)=>[e(m)].flat().filter($=>$!==null));if(Jo[t])return l.map((f,m)=>f.map(($,_)=>{let[
b,w]=a(m)($,0).map(N);return h`<circle class=${typeof n=="function"?n(m):o(m)?null:n} cx=${b} cy=${w}
        r=${Math.min(Jo[t],Math.max(2.5,c))} fill=${o(m)||null}
        data-words=${s&&s(m,_)} />`}));let p=new Map;l.forEach((f,m)=>{if(!f.length)return;let $=p.get(o(m))||[];$.push(or[t](a(m),Math.min(r,c),f)),p.set(o(m),
$)});let d=f=>t==="whisker"||t==="tick"?{stroke:f,"stroke-width":1.5}:{fill:f};return Array.from(p,([f,m])=>h`<path d=${m.join("")} ...${f?d(f):{class:n}} />`)}
function Dt({figure:t}){let{from:e,to:n,stretch:o}=Qo(t,t.names.length),s=I(()=>Ns(t,e,n),[t,e,n]),{names:r,axis:i,marks:a,height:c=210,most:l=10,lines:p=[],pointed:d,
defs:f}=s,m=Me(),[$,_,b]=[60,d?18:10,r.length],w=_+c,x=(qt(m,t.share)-74)/Math.max(1,b),O=Math.min(44,x<5?x:Math.floor(x)),j=$+O*b,F=Math.min(l,Math.max(...r.map(
S=>Array.from(S).length))),Z={left:$,top:_,across:O,down:c,rows:1,columns:b},H=I(()=>{let S=Et(i.low,i.high,w,_,i.most),T=V=>$+(V+.5)*O,K=V=>(st,y)=>[T(V)+y,S.clamped(
st)],St=(V,st)=>{let[y,C]=[N(T(st)+4),w+8];return st%De(O)?null:pt(y,C,it(V,l),{class:"small","text-anchor":"end",transform:`rotate(-90 ${y},${C})`})};return h`<defs>${f}</defs>
      ${[tr($,j,S,i.words),r.map(St),er((_+w)/2,i.label)]}
      ${a.map(V=>Cs(V,b,K,Math.max(O/2,Math.min(1,O))-(O>4?1:0)))}
      ${p.map(([V,st])=>h`<path class=${st} d="M${$} ${N(S.clamped(V))}H${j}" />`)}
      ${d&&pt(T(d[0]),S.clamped(d[1])-4,"▼",{"text-anchor":"middle",class:"small"})}`},[s,O]),J=[Math.max(j+12,Math.min(340,qt(m,t.share))),w+20+6*F];return h`<${An} figure=${s} size=${J} grid=${Z} stretch=${o}>${H}<//><${Zo} stretch=${o} what=${t.
item} />`}function Ns(t,e,n){if(n-e===t.names.length)return t;let o=r=>typeof r!="function"?r:(i,...a)=>r(i+e,...a),{pointed:s}=t;return{...t,names:t.names.slice(
e,n),words:o(t.words),open:o(t.open),marks:t.marks.map(r=>({...r,of:o(r.of),colour:o(r.colour),words:o(r.words),class:o(r.class)})),pointed:s&&s[0]>=e&&s[0]<n?[
s[0]-e,s[1]]:void 0}}function rr({axis:t,value:e,low:n,high:o,width:s,error:r,colour:i}){let[a,c,l]=[e,n,o].map(f=>N(t.clamped(f))),p=`${v(n)} to ${v(o)}`,d=[[n>=
t.low,c],[o<=t.high,l]].map(([f,m])=>f?`M${m} 5v8`:"").join("");return h`<span class="hidden">${p}</span><svg class="whisker" viewBox=${`0 0 ${s} 18`} aria-hidden="true" style="width:${s}px;${i?
`fill:${i};stroke:${i}`:""}" ...${Tn(()=>p)}>
    ${r&&h`<path class="sample-error" d="M${N(t.clamped(e-r))} 9H${N(t.clamped(e+r))}" />`}
    <path d="M${c} 9H${l}${d}" /><circle cx=${a} cy="9" r="3.5" /></svg>`}function Ts(t,e){let n=t/Math.max(1,e);return n<2?n:Math.floor(n)}function As({rows:t,
columns:e,ids:n},o){let s=o?n:e,r=Math.max(...s.map(f=>f.length)),[i,a]=Lt()&&!o?[92,62]:[160,104],c=Math.max(i,...t.map(f=>14+Bs(it(f,sr())))),l=42+Math.round(
5.6*Math.min(17,r)),p=Math.min(72,Ts(qt(o)-c-a-2,e.length)),d=o?Math.min(12,(hn.height-l-6)/t.length):Math.min(24,Math.max(12,Math.floor(600/t.length)));return{
left:c,top:l,across:p,down:d,rows:t.length,columns:e.length,beyond:a,heads:s,every:De(p,o?8:11),everyRow:De(d,6.3)}}function Es(){return h`<defs><pattern id="hatched" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <path class="axis" d="M0 0V5" /></pattern></defs>`}function Ls({looks:t,look:e},{left:n,top:o,across:s,down:r,rows:i,columns:a}){let c=t.map(()=>[]),l=s>14?
1:0;for(let p=0;p<i;p+=1)for(let d=0;d<a;d+=1){let f=e(p,d);c[f].push(Ct(n+d*s,o+p*r,Math.max(.2,s-l),r-l))}return t.map((p,d)=>c[d].length>0&&h`<path class="cells" ...${p} d=${c[d].
join("")} />`)}function Rs({margins:t},{left:e,top:n,across:o,down:s,columns:r,everyRow:i}){if(!t)return null;let a=e+r*o,c=({fill:l,words:p,tag:d,text:f},m)=>h`
    <path class="margin" d=${Ct(a+4,n+m*s,12,s)} fill=${l} data-words=${p} />
    <path fill=${d?.fill} d=${Ct(e-6,n+m*s+1,4,s-2)} data-words=${d?.words} />
    ${m%i?null:pt(a+20,n+(m+.5)*s+Math.min(4,s/2),f||"",{class:"small tick"})}`;return h`${t.rows.map(c)}${t.columns.map(({fill:l,words:p},d)=>h`
    <path class="margin" d=${Ct(e+d*o,n-16,o,12)} fill=${l} data-words=${p} />`)}
    ${pt(e-10,n-6,t.above,{class:"small tick","text-anchor":"end"})}
    ${pt(a+20,n-6,t.beside,{class:"small tick"})}`}var sr=()=>Lt()?12:24,Bs=t=>5.7*t.length+2.4*(t.match(/[\p{Lu}&@%mw]/gu)||[]).length;function Is({rows:t},{left:e,
top:n,across:o,down:s,heads:r,every:i,everyRow:a}){return h`${t.map((c,l)=>l%a?null:pt(e-10,n+(l+.5)*s+Math.min(4,s/2),it(c,sr()),{class:"small","text-anchor":"\
end"}))}
    ${r.map((c,l)=>{let[p,d]=[e+(l+.5)*o+3,n-22];return l%i?null:pt(p,d,it(c,17),{class:"small",transform:`rotate(-65 ${N(p)} ${d})`})})}`}function ir({figure:t}){
let{from:e,to:n,stretch:o}=Qo(t,t.columns.length),s=I(()=>Ps(t,e,n),[t,e,n]),r=As(s,Me()),{left:i,top:a,across:c,down:l,rows:p,columns:d,beyond:f,every:m,everyRow:$}=r,
[_,b]=[i+c*d,a+l*p],w=I(()=>h`${Es()}${Ls(s,r)}${Rs(s,r)}${Is(s,r)}`,[s,c,l,r.heads]),x=j=>{let[F,Z]=[Math.floor(j/d),j%d],[H,J]=[i+Z*c,a+F*l];return`M${i} ${J+
l/2}H${H}M${H+c} ${J+l/2}H${_}M${H+c/2} ${a}V${J}M${H+c/2} ${J+l}V${b}`},O=[m>1&&`one topic of ${m}`,$>1&&`one run of ${$}`].filter(Boolean).join(" and ");return h`<${An} figure=${s} size=${[
_+f,b+6]} grid=${r} crossed=${x} stretch=${o}>${w}<//>
    ${O&&h`<p class="caption hint">Named: ${O}.</p>`}<${Zo} stretch=${o} what="topic" />`}function Ps(t,e,n){let{columns:o,ids:s,margins:r,look:i,words:a,open:c,
pick:l}=t;if(n-e===o.length)return t;let p=d=>Math.floor(d/(n-e))*o.length+e+d%(n-e);return{...t,columns:o.slice(e,n),ids:s.slice(e,n),margins:r&&{...r,columns:r.
columns.slice(e,n)},look:(d,f)=>i(d,f+e),words:d=>a(p(d)),open:d=>c(p(d)),pick:l&&(d=>l(p(d)))}}function ar({title:t,low:e,high:n,colour:o,steps:s,missing:r}){let[
i,a]=[300,12],c=p=>a+(p-e)/(n-e)*i,l=`${t} from ${v(e,2)} to ${v(n,2)}`;return h`<svg ...${Nn({title:"Colours",description:l},i+2*a+(r?130:10),36)}>
    ${Array.from({length:s},(p,d)=>h`<path class="cells" fill=${o(d/(s-1))}
      d=${Ct(a+d*i/s,2,i/s+.5,12)} />`)}
    ${pe(e,n,5).filter(p=>p>=e&&p<=n).map(p=>h`<path class="axis" d="M${N(c(p))} 14v4" />${pt(c(p),31,String(p).replace("-","−"),{class:"tick","text-anchor":"\
middle"})}`)}
    ${r&&h`<path d=${Ct(a+i+20,2,16,12)} fill="url(#hatched)" class="outlined" />
      ${pt(a+i+42,12,r,{class:"tick"})}`}</svg>`}function lr({figure:t}){let e=Me(),{x:n,y:o,points:s}=t,r=Math.min(480,qt(e,t.share)),i=Math.round(r*.8),a={left:56,
right:r-14,top:10,bottom:i-52},[c,l]=I(()=>{let[d,f]=[Et(n.low,n.high,a.left,a.right),Et(o.low,o.high,a.bottom,a.top)],m=s.map(({at:_})=>[d.clamped(_[0]),f.clamped(
_[1])]),$=_=>m.filter((b,w)=>s[w].class===_).map(([b,w])=>mn(b,w,s.length>400?2:3.5)).join("");return[h`${nr(a,d,f,n.label,o.label)}<path class="axis" d=${xt([[
d(n.low),f(o.low)],[d(n.high),f(o.high)]])} />
      ${[...new Set(s.map(_=>_.class))].map(_=>h`<path class=${_} d=${$(_)} />`)}`,m]},[t,r]),p=(d,f)=>{let m=l.map(([_,b])=>Math.hypot(_-d,b-f)),$=m.indexOf(Math.
min(...m));return m[$]<12?$:null};return h`<${An} figure=${t} size=${[r,i]} grid=${{...a,across:1,down:1,rows:1,columns:s.length}} itemAt=${p}
    outline=${d=>mn(l[d][0],l[d][1],6)}>${c}<//>`}function cr({figure:t,width:e,lit:n,onLit:o}){let{x:s,y:r,lines:i,context:a,diagonal:c,dotted:l}=t,[p,d]=[Math.
round(e*.75),e<420?10:16],f={left:56,right:e-16-7*d,top:10,bottom:p-52},[m,$]=[Et(s.low,s.high,f.left,f.right),Et(r.low,r.high,f.bottom,f.top)],_=S=>S.map(([T,K])=>[
m(T),$(K)]),[b,w,x]=I(()=>[h`${nr(f,m,$,s.label,r.label)}${c&&h`<path class="grid" d=${xt(_([[0,0],[1,1]]))} />`}
      <path class="band" d=${xt(_(Fs(t)))} /><path class="context" d=${a.map(S=>xt(_(S))).join("")} />`,new Map(i.map(({key:S,points:T})=>[S,h`<path d=${xt(_(T))} />${l&&
_(T).map(([K,St])=>h`
      <circle cx=${N(K)} cy=${N(St)} r="2.5" stroke-dasharray="none" />`)}`])),Ds(i.map(S=>({...S,end:_(S.points).at(-1)||[]})),f,d)],[t,e]),O=$t(null),j=S=>{let[
T,K]=Cn(O.current,S);return i.flatMap(({key:V,points:st})=>_(st).map(([y,C],ht)=>({key:V,index:ht,far:Math.hypot(y-T,C-K)}))).reduce((V,st)=>st.far<V.far?st:V,{
key:null,index:0,far:30})},{onPointerMove:F,onPointerLeave:Z}=Tn(S=>{let{key:T,index:K}=j(S);return o(T),T===null?null:t.words(T,K)}),H=i.some(({key:S})=>S===n),
J=H?[...i.filter(({key:S})=>S!==n),...i.filter(({key:S})=>S===n)]:i;return h`<svg ref=${O} ...${Nn(t,e,p)} onPointerMove=${F} onPointerLeave=${()=>{Z(),o(null)}}>
    ${b}<g class=${H?"lines some":"lines"}>${J.map(({key:S,style:T})=>h`<g key=${S} class=${S===n?"lit":null} ...${T}>${w.get(S)}</g>`)}</g>${x}</svg>`}function Fs({
shared:t,context:e}){if(!t||e.length<4)return[];let n=o=>e[0].map(([s],r)=>[s,Number(Zt(e.map(i=>i[r][1]),o))]);return[...n(.25),...n(.75).reverse()]}function Ds(t,{
right:e,top:n,bottom:o},s){if(t.length>12)return[];let r=o+14;return t.sort((i,a)=>a.end[1]-i.end[1]).map(({name:i,style:a,end:[c,l]},p)=>(r=Math.min(Math.max(l,
n+12*(t.length-1-p)),r-12),h`<path class="lead" d="M${N(c)} ${N(l)}L${e+6} ${N(r)}" stroke=${a.stroke} />${pt(e+9,r+3,it(i,s),{class:"small",style:`fill:${a.stroke}`})}`))}function fr(){let{curves:{levels:t,cutoffs:e,subsets:n},unit:o}=u,s=dr(),r=n[g.subset]||n[""],i=(c,l)=>{let p=r[c];if(!p)return[];let[d,f]=l(p);return d.map((m,$)=>[
m,f[$]/o])},a=[{name:"levels",positions:t,shared:!0,points:c=>i(c,([l])=>[t,l]),words:(c,[l,p])=>`recall ${l}: precision ${v(p)}`,cells:([,c])=>c,head:c=>`recal\
l ${c}`},{name:"cutoffs",positions:e,dotted:!0,points:c=>i(c,([,l,p])=>[p.map(d=>d/o),l]),words:(c,[l,p])=>`first ${e[c]} documents: precision ${v(p)}, recall ${v(
l)}`,cells:([c,l])=>`${v(l)} / ${v(c)}`,head:c=>`P / R at ${c}`}];return s&&a.push({name:"roc",positions:s.false,diagonal:!0,shared:!0,points:c=>s.false.flatMap(
(l,p)=>s.true[c][p]===null?[]:[[l,Number(s.true[c][p])]]),words:(c,[l,p])=>`false positive rate ${l}: true positive rate ${v(p)}`,cells:([,c])=>c,head:c=>`at ${c}`}),
a.filter(c=>c.positions.length)}function dr(){let{roc:t}=u;return t&&{false:t.false,...t.subsets[g.subset]||t.subsets[""]}}function pr(){let t=hr();return[...u.
runs.keys()].filter(e=>e<5||t.length<=6&&t.includes(e))}function hr(){let t=new Map;return u.runs.forEach((e,n)=>{t.has(zt(n))||t.set(zt(n),n)}),[...t.values()]}
function Hs(t,e,n){let o=u.runs.map((p,d)=>t.points(d)),s=p=>Math.max(.1,...o.flat().map(d=>d[p])),{title:r,x:i,y:a}=se(t.name),c=e.filter(p=>o[p].length);return{
...t,title:r,description:"The numbers are in the table below it.",words:(p,d)=>{if(!t.shared)return`${u.runs[p].name}
${t.words(d,o[p][d])}`;let f=P(c.length,m=>o[c[m]][d][1]).slice(0,16).map(m=>c[m]);return[t.head(o[p][d][0]),...f.map(m=>`${v(o[m][d][1])}  ${u.runs[m].name}${m===
p?" ◂":""}`)].join(`
`)},x:{label:i,low:0,high:s(0)},y:{label:a,low:0,high:s(1)},lines:c.map(p=>({key:p,name:u.runs[p].name,points:o[p],style:n(p)})),context:ot().map(p=>o[p]).filter(
p=>p.length)}}function Ws(){let{curves:t}=u,e=dr(),n=new Set(g.subset in t.subsets?q():u.topics.keys()),o=u.runs.map((r,i)=>[...n].filter(a=>u.values[0][a][i]!==
null).length).filter(Boolean),s=r=>k(Math.min(...r),"topic",Math.max(...r));return R(u.runs.length>1&&`Grey: ${ot().length<u.runs.length?"the runs that are left":
"all runs"}; at recall levels also the band between their quartiles`,"interpolated precision is the best precision from the rank on that reaches the recall leve\
l","precision at a cutoff divides by the cutoff, also where a run has fewer documents",`both are means over ${s(o)}`,e&&`ROC: over the judged documents alone, a\
veraged vertically (the true positive rate at each false positive rate) over ${s(e.topics)} with relevant and judged non-relevant documents; grey: by chance`,u.
relevance_level&&`relevant from grade ${u.relevance_level}`,yt())}function qs(){let{levels:t,subsets:e}=u.curves,n=e[g.subset]||e[""],o=[.1,.5].map(a=>t.indexOf(
a)).filter(a=>a>=0),s=ot().filter(a=>n[a]);if(!o.length||s.length<2)return null;let r=o.map(a=>{let c=d=>Number(n[d]?.[0][a]),l=Math.max(...s.map(c));return{tied:s.
filter(d=>c(d)===l),words:` at recall ${t[a]} (${v(l/u.unit)})`}}),i=a=>a>0&&`${r[a-1].tied}`==`${r[a].tied}`;return nt(r.map(({tied:a,words:c},l)=>[l>0&&(i(l)?
" and":"; "),!i(l)&&U("run",a[0]),!i(l)&&a.length>1&&` and ${k(a.length-1,"other run")}`,!l&&(a.length>1?" have":" has"),!l&&" the highest precision",c]),".")}function Us(){
return g.subset&&!(g.subset in u.curves.subsets)&&h`<p class="warning">Curves are means over all topics, not over the subset ${g.subset}.</p>`}function Vs(t){let e=$t(
new Map).current;for(let o of[...e.keys()])t.includes(o)||e.delete(o);for(let o of t){let s=[...e.values()];e.has(o)||e.set(o,[...u.runs.keys()].findIndex(r=>!s.
includes(r)))}let n=gt();return o=>({...Qt(e.get(o)||0),...g.colour?{stroke:n.ofRun(o)}:{}})}function mr(t){return t?`${v(t,0)} of ${k(u.runs.length,"run")} dra\
wn`:"no run is drawn: choose some in the list"}function ur(t){let e=[...t].sort((n,o)=>n-o);W({curves:e.map(n=>u.runs[n].name)}),Y(mr(e.length))}function zs(){let{
curves:t,colour:e,filter:n,only:o,subset:s}=g,r=Me(),[i,a]=A(null),c=[...u.runs.keys()].filter(_=>t.includes(u.runs[_].name)),l=Vs(c),p=I(()=>{let _=w=>h`<svg class="sample" viewBox="0 0 26 10" aria-hidden="true">
      ${c.includes(w)&&h`<path d="M0 5H26" stroke-width="3" ...${l(w)} />`}</svg>`,b=u.runs.map(({name:w},x)=>({key:x,name:w,before:_(x),near:()=>a(x)}));return h`<${be} title=${`\
Runs, the best first by ${M(u.first_measure)}`} items=${b} checked=${c} changed=${ur} />`},[t,e]),d=I(()=>fr().map((_,b,{length:w})=>{let x=Hs(_,c,l),O=r?qt(r):
Number(rt("curves").querySelector(".content")?.clientWidth);return{figure:x,width:Math.max(280,Math.min(660,Math.floor(O/Math.min(w,r?2:w))-20)),table:h`<${dt} title=${x.
title} heads=${["run",..._.positions.map(_.head)]}
        rows=${()=>c.map(j=>[u.runs[j].name,..._.points(j).map(_.cells)])} />`}}),[t,e,n,o,s,r]),f=(_,b)=>h`<${Q} pressed=${()=>ur(b())}>${_}<//>`,m=()=>P(u.runs.
length,_=>E(g.measure,tt(g.measure,_))),$=h`<${ft}>${f("Best 5",()=>m().filter(Mt).slice(0,5))}
      ${u.runs.some(_=>_.group)&&f("Best of each group",()=>hr().filter(Mt))}
      ${f("All",ot)}${f("None",()=>[])}<span class="caption">${mr(c.length)}</span><//>
    <div onPointerLeave=${()=>a(null)}>${p}</div>`;return h`${qs()}${u.runs.length>1&&$}${Us()}${e&&h`<${mt} listed=${Pt(gt())} />`}
    <div class="columns">${d.map(({figure:_,width:b,table:w})=>h`<div><h3>${_.title}</h3>
      <${cr} figure=${_} width=${b} lit=${i} onLit=${a} />${w}</div>`)}</div>${Ws()}`}at({id:"curves",title:"Precision and recall",order:20},()=>fr().length?h`<${zs} />`:
R("There are no curves: no topic was averaged, or the judgments are a sample"));var En=new Map;function Rn(t){if(!En.has(t)){let{docs:e,runs:n}=u.first.topics[t],o=e.map(()=>0);for(let s of n)for(let r of new Set(s))o[r]+=1;En.set(t,o)}return En.
get(t)}function Gs(t){return t>=Number(u.relevance_level)?["relevant","●",`relevant${t>1?`, grade ${t}`:""}`]:t>=0?["nonrelevant","○",`not relevant${t>0?`, \
grade ${t}`:""}`]:t===-1?["unjudged","?","unjudged"]:[u.unjudged?.junk?"nonrelevant":"unjudged","×",Sn()]}function Ke(t){let[e,n,o]=Gs(t);return h`<span class="grade ${e}"><span aria-hidden="true">${n} </span>${o}</span>`}
function Xe(t){let[e,n]=Object.hasOwn(u.texts,t)?u.texts[t]:["",""];return h`${L(t,1/0)}${e&&h`<bdi class="doc title">${e}</bdi>`}${n&&h`<bdi class="doc">${n}</bdi>`}`}
function Ks(t,e,n){let{docs:o,grades:s,runs:r}=u.first.topics[e],i=Rn(e),a=D(t,e,n),c=a===null?"not evaluated on this topic":`${M(t)} ${v(a,u.measures[t].digits)}\
, rank ${ee(t,e,n)}`,l=r[n].map((p,d)=>[String(d+1),Ke(s[p]),Xe(o[p]),...u.runs.length>1?[String(i[p]-1)]:[]]);return h`<div class="first" key=${n}><h4>${U("run",
n)} ${c}</h4>
    ${l.length?h`<${_t} title="First documents of ${G(u.runs[n].name)}" rows=${l}
      heads=${[["rank","number"],["judgment","text"],["document","prose"],...u.runs.length>1?[["others","number"]]:[]]} />`:h`<p>The run retrieved nothing for this topic.</p>`}</div>`}
var Ln={best:"best",median:"median",chosen:"chosen run",none:"no other run"};function $r(){let{measure:t,topic:e,run:n}=g,[o,s]=A(["best",u.runs.length>1?"media\
n":"none"]),r=Tt("a"),i=P(u.runs.length,f=>E(t,D(t,e,f))),a=i.filter(f=>D(t,e,f)!==null),c={best:a[0],median:a[Math.floor(a.length/2)],chosen:n},l=f=>c[f]??Number(
f),p=(f,m)=>{let _=[...Object.keys(Ln).filter(b=>m||b!=="none").map(b=>[b,b==="none"?Ln.none:`${Ln[b]}: ${u.runs[l(b)].name}`]),...i.map(b=>[b,`${u.runs[b].name}\
 ${v(D(t,e,b),u.measures[t].digits)}`])];return h`<${re} words=${f} options=${_} value=${o[m]}
      changed=${b=>s(o.map((w,x)=>x===m?b:w))} />`},{depth:d}=u.first;return h`<h3>First documents of the runs</h3>
    ${u.runs.length>1&&h`<${ft}>${["Documents of","and of"].map(p)}<//>`}
    <div class="columns" ref=${r}>${[...new Set(o.filter(f=>f!=="none").map(l))].map(f=>Ks(t,e,f))}</div>
    ${R(`The first ${d} documents of a run on the topic above`,u.runs.length>1&&`others: how many of ${k(u.runs.length-1,"other run")} have the document among t\
heir first ${d}`,Ge(),"unjudged: not in the judgments",u.unjudged?.negative.flat().some(Boolean)&&`${Sn()}: in the judgments with a grade below 0`)}`}var Oe=50,Bn={id:["topic",()=>P(u.topics.length,t=>t,!0)],hardest:["difficulty, hardest first (median of the runs)",t=>P(u.topics.length,e=>E(t,kt(t,e).median),
!0)],relevant:["number of relevant documents",()=>P(u.topics.length,t=>u.topics[t].relevant)]},In={value:["value, best first",t=>P(u.runs.length,e=>E(t,tt(t,e)))],
name:["name",()=>P(u.runs.length,t=>u.runs[t].name.toLowerCase(),!0)],group:["group",()=>P(u.runs.length,t=>zt(t).toLowerCase(),!0)]},Ye=()=>g.heat==="residual";
function _r(t){let[e,n]=bt(t);return{of:(s,r)=>D(t,s,r),low:e,high:n,colour:s=>pn(s)}}function Xs(t){if(!Ye())return _r(t);let e=u.topics.map((r,i)=>Number(kt(t,
i).median)),n=(r,i)=>{let a=D(t,r,i);return a===null?null:a-e[r]},o=Math.max(1e-9,...e.flatMap((r,i)=>u.runs.map((a,c)=>Math.abs(n(i,c)||0)))),s=u.measures[t].lower_is_better?
1:0;return{of:n,low:-o,high:o,colour:r=>pn(Math.abs(s-r),jo)}}function Ys({low:t,high:e},n){return n===null?Oe:Math.round((n-t)/(e-t)*(Oe-1))}function Js({colour:t}){
return[...Array.from({length:Oe},(e,n)=>t(n/(Oe-1))),"url(#hatched)"].map(e=>({fill:e}))}function gr({low:t,high:e,colour:n},o){return o===null?"url(#hatched)":
n((o-t)/(e-t))}function Qs(t,e,n,o){let{digits:s}=u.measures[t],[r,i]=[_r(t),gt()],a=n.map(l=>{let p=G(u.runs[l].name),d=ne(t,l,e),f=Ye()?Ut(e.map($=>o.of($,l))):
d,m=i.name&&wt(i.name,l);return{fill:gr(o,f),text:v(d,s?4:1),words:`${p}
${Ye()?"mean difference from the median":"mean"} ${v(f,s?4:1)}`,tag:{fill:i.ofRun(l),words:m?`${p}
${i.name} ${G(m)}`:p}}}),c=e.map(l=>{let p=kt(t,l).median;return{fill:gr(r,p),words:`${Ue(l)}
median of all runs ${v(p,s)}`}});return{rows:a,columns:c,above:"median",beside:Rt(t)?"geometric mean":"mean"}}function Zs(t,e,n,o,s,r){let{title:i,x:a,y:c}=se("\
heat-map",{measure:M(t),...o}),l=d=>({topic:e[d%e.length],run:n[Math.floor(d/e.length)]}),p={title:`${i}: ${k(n.length,"run")} on ${k(e.length,"topic")}`,description:`\
Rows: ${c}. Columns: ${a}.`,item:"cell",opens:"opens the topic",rows:n.map(d=>u.runs[d].name),columns:e.map(d=>`${u.topics[d].id} ${u.topics[d].title||""}`.trim()),
ids:e.map(d=>u.topics[d].id),looks:Js(s),look:(d,f)=>Ys(s,s.of(e[f],n[d])),margins:Qs(t,e,n,s),words:d=>{let{topic:f,run:m}=l(d);return`${Ue(f)}
${G(u.runs[m].name)}
${br(t,f,m)}`},open:d=>ve("topic",l(d).topic),pick:d=>r({figure:p,...l(d)})};return p}function br(t,e,n){let o=D(t,e,n);return o===null?"not evaluated":`${M(t)}\
 ${v(o,u.measures[t].digits)}, rank ${ee(t,e,n)}`}function ti(t){let{measure:e}=g,[n,o]=[new Set(q()),new Set(ot())],[[s,r],[i,a]]=[Bn[g.topics_by]||Bn.hardest,
In[g.runs_by]||In.value],[c,l]=[r(e).filter($=>n.has($)),a(e).filter($=>o.has($))];if(!l.length||!c.length)return null;let[p,d,f]=[Xs(e),u.values[e].some($=>$.includes(
null)),gt()];return{figure:Zs(e,c,l,{topics:s,runs:i},p,t),above:h`<div class="legend"><${ar} title=${M(e)} ...${p} steps=${Oe} missing=${d&&"not evaluated"} />
      ${f.name&&h`<${mt} listed=${Pt(f)} />`}</div>`,below:h`${R(`${M()} of each run on each topic${Ye()?", minus the median of all runs on the topic: blue is b\
etter, orange is worse":""}`,yt(),"on the right the mean of each run, above the median of each topic",`topics by ${s}`,`runs by ${i}`)}
      <${dt} title=${`${M()} by topic and run`} heads=${["topic","median of all runs",...l.map($=>u.runs[$].name)]}
        rows=${()=>c.map($=>[u.topics[$].id,kt(e,$).median,...l.map(_=>D(e,$,_))])} />`}}function ei(t){let e=ot(),n=q().map(i=>{let{q1:a,q3:c}=e.length===u.runs.
length?kt(t,i):me(t,e.map(l=>D(t,i,l)));return{topic:i,low:a,high:c,spread:a===null||c===null?0:c-a}});if(!n.length||e.length<2)return null;let o=n.reduce((i,a)=>a.
spread>i.spread?a:i),{digits:s}=u.measures[t],{title:r}=u.topics[o.topic];return o.spread>0&&nt("Runs differ most on topic ",U("topic",o.topic),r&&` (${r})`,`: \
the middle half of them has ${M(t)} from ${v(o.low,s)} to ${v(o.high,s)}.`)}function ni(){let{measure:t,heat:e,topics_by:n,runs_by:o,filter:s,only:r,subset:i,colour:a}=g,
[c,l]=A(null),p=I(()=>ti(l),[t,e,n,o,s,r,i,a]),d=u.topics.some($=>$.relevant!==null),f=$=>Object.entries($).filter(([_])=>_!=="relevant"||d).map(([_,[b]])=>[_,b]),
m=I(()=>ei(t),[t,i,s,r]);return h`${m}<${ft}><${ut} words="Topics by" name="topics_by" options=${f(Bn)} />
      <${ut} words="Runs by" name="runs_by" options=${f(In)} />
      <${ut} words="Cells show" name="heat" options=${[["","values"],["residual","values minus the topic's median"]]} /><//>
    ${p?h`${p.above}<${ir} figure=${p.figure} /><p class="readout">${c&&c.figure===p.figure?h`<b>${br(t,c.topic,c.run)}</b> · topic ${U("topic",c.topic)} · run ${U(
"run",c.run)}`:"Click a cell, or move with the arrow keys, to see which it is."}</p>${p.below}`:R("No run is left by the filter, or no topic is in the subset")}`}
at({id:"heatmap",title:"Topics and runs",order:30,there:()=>u.runs.length>1&&u.topics.length>1},ni);var wr=[{sign:"†",says:"does not answer exactly the judged topics",of:({missing:t,left_out:e,extra:n})=>[[t,"missing"],[e,"left out"],[n,"ignored"]].filter(([
o])=>o.length).map(([o,s])=>`${o.length} ${s}`).join(", ")},{sign:"‡",says:"has documents that share their score with another of the same topic",of:({tied:t})=>t?
`${v(t,0)} tied`:""},{sign:"§",says:"was repaired before the evaluation, lines changed",of:({repairs:t})=>Object.entries(t).map(([e,n])=>`${e}: ${n}`).join(", ")}],
oi=40,ri="The standard error that the sample of judgments leaves";function si(t,e){let n=gt(),o=ct(t),s=Kt(o),r=s?" of mean":"",i=Lt(),[a,...c]=Xt(({run:d})=>d,
li),l=Object.entries({...g.subset&&{"all topics":[...u.topics.keys()]},...u.subsets}).filter(([d])=>d!==g.subset);return[a,e&&{name:`${Vt()} interval${r}`,key:"\
interval",value:({mean:d})=>d,cell:({run:d,mean:f,low:m,high:$,error:_})=>typeof m!="number"?"–":h`<${rr} axis=${e} value=${f} low=${m} high=${$} error=${_} width=${Je()} colour=${n.
ofRun(d)} />`,under:h`<span class="ends" style="width:${Je()}px"><span>${e.low}</span><span>${e.high}</span></span>`},...c.map(d=>({...d,key:d.name,rare:i})),{name:"\
rank",key:"rank",rare:i,kind:"begins",rising:!0,digits:0,value:({rank:d})=>d},...P(u.measures.length,d=>Number(i&&d===t)).map(d=>({...ai(d,d===t),key:u.measures[d].
label})),...l.map(d=>ii(t,d)),s&&{name:"mean",kind:"begins",value:({mean:d})=>d},...o?[{name:`ranks${r}`,key:"ranks",kind:"begins",rising:!0,help:u.words.ranks.
text,value:({rankLow:d,rankHigh:f})=>d+f/1e4,cell:({rankLow:d,rankHigh:f})=>d===f?`${d}`:`${d}–${f}`},...o.letters?[{name:"letters",key:"letters",rare:!0,text:!0,
help:`Runs that share one are ${u.words.pairs.not_shown} than each other`,value:d=>d.position,cell:d=>d.letters}]:[]]:[]].filter(Boolean)}function yr({key:t,rare:e}){
return!t||!!e===g.columns.includes(t)}function ii(t,[e,n]){let{digits:o,lower_is_better:s}=u.measures[t];return{name:`${M(t)}: ${e}`,key:`subset ${e}`,rare:!0,rising:s,
digits:o,help:`${M(t)} over the ${k(n.length,"topic")} of the subset ${e}`,value:({run:r})=>tt(t,r,n)}}function ai(t,e){let{label:n,digits:o,lower_is_better:s}=u.
measures[t],r=u.runs.map((p,d)=>tt(t,d)),i=r.filter(p=>p!==null),[a,c]=[Math.min(...i),Math.max(...i)],l=o&&a<c?s?a:c:null;return{name:n,rising:s,kind:e?"by":"",
value:({run:p})=>r[p],clicked:e?void 0:()=>{W({measure:t,sort:""},{section:"leaderboard"}),Y(`Leaderboard by ${n}`)},cell:({run:p})=>{let[d,f]=[r[p],g.subset?null:
u.errors[t][p]],m=d!==null&&d===l?h`<strong>${v(d,o)}</strong>`:v(d,o);return f===null?m:[m,h`<span class="caption" title=${ri}> ± ${v(f,o)}</span>`]}}}function li(t){
return wr.filter(({of:e})=>e(u.runs[t])).map(({sign:e,of:n})=>h`<sup title=${n(u.runs[t])}>${e}</sup>`)}function ci(){return wr.flatMap(({sign:t,says:e,of:n})=>{
let o=u.runs.filter(i=>n(i)),s=o.slice(0,5).map((i,a)=>[a?", ":"",L(i.name),` (${n(i)})`]),r=o.length>5?` and ${o.length-5} more`:"";return o.length?[[`${t} ${e}\
: `,...s.flat(),r]]:[]})}function ui(t,e){let n=ct(t),o=M(t),{summary:s,lower_is_better:r}=u.measures[t],i=!n&&!u.not_compared&&!e&&!g.subset,a=n?[...n.notes,...g.
columns.includes("letters")?n.lettered:[]]:[`${o}: ${s} over topics; ${yt()}`,g.subset?h`<strong>${oe(o)}</strong>`:oe(o)],c=[[!n&&e,`interval: ${u.measures[t].
interval}`],[i,`there are no intervals: ${o} is no mean, or not all runs have the same topics`],[Kt(n),`rank, ${o}: ${s} over the topics of each run; everything\
 else is of the mean`],[!n&&r,`${o}: less is better`],[!g.subset&&u.errors[t].some(l=>l!==null),`±, and the thick part of intervals: the standard error that the\
 sample of judgments leaves in ${o} on these topics; intervals hold it and that of the topics`],[u.runs.length>1,"bold: the best value of each measure, except c\
ounts"]];return[...a,...c.filter(([l])=>l).map(([,l])=>l),...ci(),...u.refused?[["refused and not listed: ",h`<a href="#about">${k(u.refused,"run")}</a>`]]:[]]}
var fi=t=>t[0].toUpperCase()+t.slice(1);function vr(t,e){let{summary:n}=u.measures[t],o=ct(t);return[`${fi(n)} over ${k(q().length,"topic")}${lt()}`,e&&u.measures[t].
interval,o&&`ranks: ${Vt()} confidence`].filter(Boolean).join("; ")}function di({rows:t,axis:e,group:n}){let o=gt(),s=t.filter(({low:$})=>typeof $=="number"),r=s.
filter(({run:$})=>n?.runs.has($)).map(({run:$})=>$),i=new Map([...s].reverse().map(({run:$})=>[o.ofRun($),$])),a=s.length<=oi,c=new Set([...i.values(),r[0],r[r.
length-1],g.run,g.other,g.against]),l=a?18:7,p=8+l*s.length,[d,f]=[190,Je()],m=0;return h`<svg class="figure" role="img" aria-label="Leaderboard by ${M()}. ${k(
s.length,"run")} with their intervals." viewBox=${`0 0 ${d+f+70} ${p+24}`}>
    ${e.ticks.map($=>h`<path class="grid" d=${`M${d+e($)} 0V${p}`} /><text class="tick" text-anchor="middle" x=${d+e($)} y=${p+16}>${$}</text>`)}
    <path class="near-band" d=${s.map(({run:$},_)=>r.includes($)?`M0 ${8+l*_}H${d+f+70}v${l}H0z`:"").join("")} />
    ${s.map(({run:$,mean:_,low:b,high:w},x)=>{let O=8+l*(x+.5),[j,F,Z]=[_,b,w].map(J=>d+e.clamped(J)),H=a||c.has($)&&O>=m;return H&&(m=O+12),h`<path d=${`M${F} ${O}\
H${Z}`} stroke=${o.ofRun($)} stroke-width="1.4" /><circle cx=${j} cy=${O} r=${a?3.5:2.4} fill=${o.ofRun($)} />
        ${H&&h`<text x=${d-10} y=${O+4} text-anchor="end">${it(u.runs[$].name)}</text>
          <text x=${d+f+10} y=${O+4}>${v(_,u.measures[g.measure].digits)}</text>`}`})}</svg>`}function pi({rows:t,axis:e,group:n,note:o}){let[s,r]=A(!1);return h`<div class="picture" aria-hidden="true" onfill=${()=>r(
!0)}>${s&&h`
    <${di} rows=${[...t].sort((i,a)=>Number(i.rank)-Number(a.rank))} axis=${e} group=${n} /><p class="caption">${o}</p>`}</div>`}function Je(){if(Lt())return 64;
let t=u.measures.length+Xt().length-9;return window.innerWidth<1e3?128:Math.min(320,Math.max(180,320-35*t))}function hi(t,e){let n=e.filter(({low:a})=>a!=null);
if(!n.length)return null;let[o,s]=bt(t),[r,i]=[Math.max(o,Math.min(...n.map(({low:a})=>a))),Math.min(s,Math.max(...n.map(({high:a})=>a)))];return Et(r,i>r?i:r+1,
4,Je()-4,5)}function mi(){let t=xe().map(e=>({name:e,values:It(e)})).filter(({values:e})=>e.length>1);return t.length?h`<details class="data" name="choice"><summary>Choose ${t.
map(({name:e})=>e==="group"?"groups":e).join(", ")}</summary>
    <div class="panel">${t.map(({name:e,values:n})=>{let o=s=>s.startsWith(`${e}:`);return h`<${be} title=${e==="group"?"Groups":e} items=${n.map(s=>({key:`${e}\
:${s}`,name:s}))}
        checked=${g.only.filter(o)} changed=${s=>{W({only:[...g.only.filter(r=>!o(r)),...s].sort()})}} />`})}</div></details>`:null}function $i({columns:t}){let e=t.
filter(({key:o})=>o),n=o=>{let s=e.filter(({key:r,rare:i})=>o.has(r)===!!i).map(({key:r})=>String(r));W({columns:[...g.columns.filter(r=>!e.some(i=>i.key===r)),
...s].sort()})};return h`<details class="data" name="choice"><summary>Choose columns</summary>
    <div class="panel"><${be} title="Columns" items=${e} checked=${e.filter(yr).map(({key:o})=>o)} changed=${n} /></div></details>`}function gi(t){let e=t.findIndex(
({name:s})=>s===g.sort.replace(/^-/,""));if(e>=0)return{column:e,ascending:!g.sort.startsWith("-")};let n=t.findIndex(({kind:s})=>s&&s.split(" ").includes("by")),
o=n>=0?n:t.findIndex(({name:s})=>s==="rank");return{column:o,ascending:!!t[o]?.rising}}function _i(){let[t,e]=A(""),n=$t(null);return et(()=>{let o=n.current.nextElementSibling,
s=()=>{let{right:i}=o.getBoundingClientRect(),a=[...o.querySelectorAll("thead th")].filter(c=>c.getBoundingClientRect().right>i+8);o.classList.toggle("cut",a.length>
0),e(a.map(c=>c.querySelector("button").textContent).join(", "))};o.addEventListener("scroll",s,{passive:!0});let r=new ResizeObserver(s);for(let i of[o,o.firstChild])
r.observe(i)},[]),h`<p class="caption more" hidden=${!t} ref=${n}>Further to the right: ${t} →</p>`}function bi({measure:t}){let e=Ho(t),n=e.filter(({run:m})=>Mt(
m)),o=hi(t,e),s=si(t,o),r=gt(),i=s.filter(yr),a=Wo(t),c=[{d:"M1 0h14v12h-14z",class:"near-band"},a&&a.run>=0?`are not shown to differ from ${u.runs[a.run].name}`:
u.words.best.not_shown],l=u.runs.map(m=>m.averaged),[p,d]=[Math.min(...l),Math.max(...l)],f=`${n.length.toLocaleString("en")} of ${k(e.length,"run")}`;return et(
()=>Y(f),[g.filter,g.only]),h`
    ${p<d&&h`<p class="warning">Averaged over ${k(p,"topic",d)}: the runs are not comparable.</p>`}
    <${ft}>
      ${e.length>1&&h`<${ge} words="Filter by run or group" value=${g.filter} changed=${m=>W({filter:m},{again:!0})} />`}
      ${u.boards.length>0&&h`<${ut} words="Shade runs that" name="against" options=${[[-1,u.words.best.not_shown],...he().map(([m,$])=>[m,`are not shown to diff\
er from ${$}`])]} />`}
      ${xe().length>1&&h`<${ut} words="Colour by" name="colour" options=${xe().map(m=>[m,m])} value=${r.name} />`}
      <span class="caption" hidden=${n.length===e.length}>${f}</span><${mi} /><${$i} columns=${s} />
    <//>
    <${mt} listed=${[...o?Pt(r):[],...a?[c]:[]]} />
    ${o&&h`<${pi} rows=${n} axis=${o} group=${a} note=${vr(t,!0)} />`}
    <${_i} />
    <${Ot} columns=${i} rows=${n} sorted=${gi(i)} kind="frozen" most=${60} empty="No run matches."
      title="Leaderboard by ${M()}${g.subset&&`, ${k(q().length,"topic")}${lt()}`}"
      sortedBy=${({name:m},$)=>W({sort:`${$?"":"-"}${m}`},{section:"leaderboard"})}
      rowAttributes=${({run:m})=>({key:m,class:a&&a.runs.has(m)?m===a.run?"near reference":"near":null})} />
    <p class="caption">${vr(t,!!o)}.</p>
    ${a&&h`<p class="caption">${qo(a)}.</p>`}
    <details class="data"><summary>How this was computed</summary><ul class="notes">${ui(t,o).map(m=>h`<li>${m}</li>`)}</ul></details>`}at({id:"leaderboard",title:"\
Leaderboard",order:10},()=>{let{measure:t,filter:e,only:n,against:o,columns:s,sort:r,subset:i,colour:a}=g;return I(()=>h`<${bi} measure=${t} />`,[t,e,n,o,s,r,i,
a])});var Pn=["auto","light","dark"];function vi(){let t=rt("theme"),e=0;t.hidden=!1,t.addEventListener("click",()=>{e=(e+1)%Pn.length,document.documentElement.dataset.
theme=Pn[e],t.textContent=`Theme: ${Pn[e]}`})}function xr(t,e=()=>{}){document.addEventListener("unpacked",n=>{vi();for(let o of document.querySelectorAll(".ver\
dict, nav ul"))$e(o,"a");t(n.detail),document.documentElement.dataset.ready="yes",e()},{once:!0})}var[kr,Mr]=["var(--hue-0)","var(--hue-1)"];function wi(t,e,n){let{digits:o}=u.measures[t];return q().map(s=>({topic:s,row:u.values[t][s]})).filter(({row:s})=>s[e]!==
null&&s[n]!==null).map(({topic:s,row:r})=>({topic:s,difference:(Number(r[e])-Number(r[n]))/(o?u.unit:1)}))}function yi(t,e,n){let o=n.reduce((r,i)=>r+i,0)/n.length,
s=n.reduce((r,i)=>r+(i-o)**2,0);return Rt(t)||s<1e-12?0:e.quantile*Math.sqrt(s/(n.length-1)/n.length)}function xi({limit:t},e,n){let o=t??1/0;return[-n,n].map(s=>vt(
Math.min(o,Math.max(-o,e+s)))).join(" to ")}function ki(t,e,n,o){let s=o.filter(({difference:b})=>E(t,b)>0).length,r=o.filter(({difference:b})=>E(t,b)<0).length,
i=[e,n].map(b=>Number(ne(t,b,o.map(({topic:w})=>w)))),a=ct(t),c=a&&u.tested[u.boards.indexOf(a)],[l,p,d]=a&&c?[...c,a.errors].map(b=>bn(a,e,n,b)):[null,null,null],
f=a&&yi(t,a,o.map(({difference:b})=>b)),m=[...c&&l!==null&&p!==null?[["p of this pair",He(l)],[`p among all ${c[1].length.toLocaleString("en")} pairs`,He(p)]]:[],
...d===null?[]:[["standard error of the sample",v(d)]]],$=[Rt(t)?"geometric mean":"mean","difference",...f?[`${Vt()} interval`]:[],"topics won","topics tied",...m.
map(([b])=>b)],_=(b,w,x,O)=>[U("run",b),v(w),vt(w-x),...f?[xi(a,w-x,f)]:[],v(O,0),v(o.length-s-r,0),...m.map(([,j])=>j)];return h`<${_t} title="${M(t)} of both runs over ${k(
o.length,"topic")}" few=${!0}
    heads=${[["run","text"],...$.map(b=>[b,"number"])]} rows=${[_(e,i[0],i[1],s),_(n,i[1],i[0],r)]} />`}function Mi(t,e,n,o){let s=o.filter(({difference:p})=>E(
t,p)>0).length,r=o.filter(({difference:p})=>E(t,p)<0).length,[i,a]=[e,n].map(p=>Number(ne(t,p,o.map(({topic:d})=>d))));if(o.length===1){let p=s?" is better than\
 ":r?" is worse than ":" has the same value as ";return nt(L(u.runs[e].name),p,L(u.runs[n].name)," on the one topic",s+r>0&&`, by ${v(Math.abs(i-a))}`,".")}let c=ct(
t),l=c&&bn(c,e,n,u.tested[u.boards.indexOf(c)][0]);return nt(L(u.runs[e].name)," is better than ",L(u.runs[n].name),` on ${v(s,0)} of ${k(o.length,"topic")}, wo\
rse on ${v(r,0)}; `,`the ${Rt(t)?"geometric means":"means"} differ by ${vt(i-a)}${l===null?"":` (p of this pair ${He(l)})`}.`)}function Or(t,e,n,o){let[s,r]=[e,
n].map(i=>G(it(u.runs[i].name,o)));return se("difference",{measure:M(t),run:s,other:r})}function Oi(t,e,n,o){let{digits:s,lower_is_better:r}=u.measures[t],i=Or(
t,e,n,12),a=Math.max(...o.map(({difference:f})=>Math.abs(f)))||1,[c,l]=pe(-a,a,7),p=Math.max(0,Math.ceil(-Math.log10(l-c)-1e-9)),d=(f,m)=>`${G(u.runs[f].name)} ${v(
D(t,m,f),s)}`;return{title:i.title,description:`Bars ${r?"below zero are gains, bars above":"above zero are gains, bars below"} are losses.`,axis:{label:i.x,low:-a,
high:a,most:7,words:f=>vt(f,p)},height:318,marks:[{kind:"bar",of:f=>o[f].difference?[0,o[f].difference]:null,colour:f=>E(t,o[f].difference)>0?kr:Mr}],lines:[[0,
"axis"]],share:{screen:.66,paper:.62},...Gt(o,({topic:f,difference:m})=>`${d(e,f)}
${d(n,f)}
difference ${vt(m,s)}`)}}function Si(t,e,n,o){let{digits:s}=u.measures[t],[r,i]=bt(t),a=l=>({label:`${M(t)} of ${G(it(u.runs[l].name,20))}`,low:r,high:i}),c=l=>[
n,e].map(p=>Number(D(t,l,p)));return{title:`${M(t)} of both runs on ${k(o.length,"topic")}`,description:"On the diagonal both are equal.",x:a(n),y:a(e),points:o.
map(({topic:l,difference:p})=>({at:c(l),class:E(t,p)>0?"gain":E(t,p)<0?"loss":"dot"})),...Gt(o,({topic:l,difference:p})=>`${c(l).map(d=>v(d,s)).reverse().join("\
 and ")}
difference ${vt(p,s)}`),share:{screen:.34,paper:.37}}}function ji(t,e){return t?`${t.test}, two-sided; p of this pair: by itself, for two runs chosen beforehand\
; p among all pairs: corrected together; ${t.over.join("; ")}`:!g.subset&&oe(M(e))}function Ci(t,e,n){let o=wi(t,e,n);if(e===n||!o.length)return h`<p>${e===n?"C\
hoose two different runs.":"No topic was evaluated for both runs."}</p>`;let s=g.pair_by==="topic"?o:P(o.length,l=>E(t,o[l].difference)).map(l=>o[l]),[r,i]=[e,n].
map(l=>G(it(u.runs[l].name,40))),a=ct(t),c=(l,p)=>[{fill:l,d:"M3 0h10v12h-10z"},p];return h`${Mi(t,e,n,o)}${ki(t,e,n,o)}
    ${!a&&g.subset&&h`<p class="warning">${oe(M(t))}</p>`}
    <${mt} listed=${[c(kr,`above zero: ${r} is better`),c(Mr,`below zero: ${i} is better`)]} />
    <div class="aside"><div><${Dt} figure=${Oi(t,e,n,s)} /></div><div><${lr} figure=${Si(t,e,n,s)} /></div></div>
    ${R(Or(t,e,n,40).x,`${k(o.length,"topic")}${lt()} that both were evaluated on`,u.dialect&&`dialect ${u.dialect}`,"tied: equal in all decimals shown",ji(a,t))}
    <${dt} title="${M(t)} of both runs" heads=${["topic",u.runs[e].name,u.runs[n].name,"difference"]}
      rows=${()=>s.map(({topic:l,difference:p})=>[u.topics[l].id,...[e,n].map(d=>D(t,l,d)),p])} />`}at({id:"pair",title:"Two runs",order:40,there:()=>u.runs.length>
1},()=>{let{measure:t,run:e,other:n,subset:o,pair_by:s}=g,r=I(()=>Ci(t,e,n),[t,e,n,o,s]),i=()=>{W({run:n,other:e}),Y(`${u.runs[n].name} compared with ${u.runs[e].
name}`)};return h`<${ft}><${ut} words="Run" name="run" options=${he()} />
      <${ut} words="Compared with" name="other" options=${he()} /><${Q} pressed=${i}>Swap<//>
      <${ut} words="Topics by" name="pair_by" options=${[["gain","difference, largest gain first"],["topic","topic"]]} /><//>
    <div>${r}</div>`});function Sr(){return Fn([...u.measures.keys()])}function jr(){return u.papers.find(({subset:t,type:e})=>t===g.subset&&e===Ft())}function Fn(t){let e=[...t],n=t.
length-u.measures.length;return e.splice(n,0,...e.splice(n+g.measure,1)),e}function Cr({body:t,rows:e,around:n}){let o=f=>f.startsWith("  "),s=f=>f.endsWith(" \\\
\\"),r=t.split(`
`),i=Fn(r.filter(o)),[a,...c]=r.filter(s).map(f=>`${Fn(f.slice(0,-3).split(" & ")).join(" & ")} \\\\`),l=[a,...e[g.measure].map(f=>c[f])],[p,d]=n[g.measure];return p+
r.map(f=>o(f)?i.shift():s(f)?l.shift():f).join(`
`)+d}function Tr(t,e,n,o=me(t,e)){return{value:e[n],rank:qe(t,e,n),...o}}at({id:"participants",title:"One run",order:90},()=>{let{run:t,measure:e,subset:n}=g,[o,s]=A(
""),r=d=>[...u.runs.keys()].filter(f=>!d||u.runs[f].group===d);r(o).includes(t)||s("");let i=It("group"),a=d=>{s(d),r(d).includes(t)||W({run:r(d)[0]})},l=[[Ti,e,
n],[Ai,e,n],[Ii,e,n],[Bi,e,n],[Fi,n],[Hi],[qi,n],[Ui]].map(([d,...f])=>I(()=>{let m=d(t,e);return m&&h`<div>${m}</div>`},[t,...f])),p=l.slice(1,-1).filter(Boolean);
return h`<${ft}>
      ${i.length>0&&h`<${re} words="Group" value=${o} changed=${a} options=${[["","all groups"],...i.map(d=>[d,d])]} />`}
      <${re} words="Run" options=${r(o).map(d=>[d,u.runs[d].name])} value=${t}
        changed=${d=>W({run:Number(d)})} /><//>
    ${l[0]}${p.map((d,f)=>f%2===0&&h`<div class=${`halves${f?"":" tables"}`}>${p.slice(f,f+2)}</div>`)}${l[7]}`});function Ni(t){let{measure:e}=g,{digits:n}=u.measures[e],
o=u.runs.map((a,c)=>tt(e,c)),s=Qe(t,e),r=s.filter(({difference:a})=>E(e,a)>0).length,i=`: ${M(e)} ${v(o[t],n)}`;return u.runs.length===1?nt(L(u.runs[t].name),i,
` over ${k(s.length,"topic")}.`):nt(L(u.runs[t].name),i,`, rank ${qe(e,o,t)}; ${s.length===1&&!r?"not ":""}better than the median of all runs on ${s.length===1?
"the one topic":`${v(r,0)} of ${k(s.length,"topic")}`}.`)}function Ti(t){let{name:e,group:n,retrieved:o,averaged:s}=u.runs[t],r=[...u.runs.keys()].filter(i=>n&&
i!==t&&u.runs[i].group===n);return h`${Ni(t)}<h3>${L(e,1/0)}</h3>
    <p class="facts">${ye().filter(i=>wt(i,t)).map(i=>h`${i} ${L(wt(i,t))} · `)}${k(o,"document")} retrieved · ${k(s,"topic")} evaluated${r.length>0&&h` · other runs of the group: ${r.
map((i,a)=>h`${a>0&&", "}${U("run",i)}`)}`}</p>`}function Ai(t,e){if(u.runs.length===1)return Ei();let n=u.measures.map(({digits:o},s)=>{let{value:r,rank:i,best:a,
bestRun:c,median:l,worst:p}=Tr(s,u.runs.map((d,f)=>tt(s,f)),t);return[M(s)+(s===e?" (chosen)":""),v(r,o),i,v(a,o),U("run",c),v(l,o),v(p,o)]});return h`<h3>By every measure</h3><${_t} title="The run by every measure" rows=${n} heads=${[
["measure","text"],["value","number"],["rank","number"],["best","number"],["best run","text"],["median","number"],["worst","number"]]} />
    ${R("Best, median and worst of all runs; runs with equal values share the best rank",yt(!1))}`}function Ei(){let t=g.subset?[]:u.intervals,e=o=>o?`${v(o.low[0])}\
 to ${v(o.high[0])}`:"–",n=u.measures.map(({digits:o},s)=>[M(s),v(tt(s,0),o),...t.some(Boolean)?[e(t[s])]:[]]);return h`<h3>By every measure</h3><${_t} title="Means" few=${!0} rows=${n}
      heads=${[["measure","text"],["value","number"],...t.some(Boolean)?[[`${Vt()} interval`,"number"]]:[]]} />
    ${R(...t.some(Boolean)?Li():[],yt(!1))}`}function Li(){let t=new Map;return u.intervals.forEach((e,n)=>{let o=u.measures[n].interval;e&&t.set(o,[...t.get(o)||
[],M(n)])}),[...t].map(([e,n])=>`${n.join(", ")}: ${e}`)}function Ri(t){let{digits:e}=u.measures[t],n=Qe(0,t).sort((i,a)=>E(t,Number(a.value)-Number(i.value))||
i.topic-a.topic),[o,s]=bt(t),r={title:`${M(t)} on ${k(n.length,"topic")}`,description:"A bar a topic, the best first.",axis:{label:M(t),low:o,high:s},height:260,
share:{screen:.5},marks:[{kind:"bar",of:i=>[0,n[i].value],colour:()=>"var(--hue-0)"}],lines:[[0,"axis"]],...Gt(n,({value:i})=>`${M(t)} ${v(i,e)}`)};return h`<h3>${M(
t)} by topic</h3><${Dt} figure=${r} />${R("The best topic first",yt(!1))}
    <${dt} title="${M(t)} by topic" heads=${["topic","value"]} rows=${()=>n.map(({topic:i,value:a})=>[u.topics[i].id,v(a,e)])} />`}function Qe(t,e){return q().map(
n=>({topic:n,...Tr(e,We(e,n),t,kt(e,n))})).filter(({value:n})=>n!==null).map(n=>({...n,difference:Number(n.value)-Number(n.median)})).sort((n,o)=>E(e,o.difference-
n.difference)||n.topic-o.topic)}function Bi(t,e){let{digits:n,lower_is_better:o}=u.measures[e],s=Qe(t,e);if(!s.length)return h`<p>The run was not evaluated on any topic.</p>`;
if(u.runs.length===1)return Ri(e);let r=M(e),i=s.filter(({difference:$})=>E(e,$)<0),a=s.filter(({difference:$})=>E(e,$)>0),[c,l]=o?["below","above"]:["above","b\
elow"],p=$=>v($,n),[d,f]=bt(e),m={title:`${r} of the run on ${k(s.length,"topic")}`,description:"Between the worst and the best run of each topic, with the medi\
an.",axis:{label:r,low:d,high:f},height:260,share:{screen:.5},marks:[{kind:"bar",class:"reach",half:6,of:$=>[s[$].worst,s[$].best]},{kind:"tick",half:6,of:$=>s[$].
median},{kind:"point",of:$=>s[$].value}],...Gt(s,({value:$,rank:_,best:b,bestRun:w,median:x,worst:O,difference:j})=>`the run ${p($)}, rank ${_}
median ${p(x)}, difference ${vt(j,n)}
best ${p(b)}: ${G(u.runs[w].name)}
worst ${p(O)}`)};return h`<h3>${r} by topic</h3>
    <${mt} listed=${[[{d:"M8 1a5 5 0 1 0 .1 0z",class:"own"},"the run"],[{d:"M2 6H14",class:"median"},"median of all runs"],[{d:"M5 0h6v12h-6z",class:"reach"},"\
from the worst to the best run"]]} />
    <${Dt} figure=${m} />
    ${R(s.length>1&&"Topics by the difference to the median, the largest gain first",s.length>1&&`${c} the median on ${v(a.length,0)} and ${l} it on ${v(i.length,
0)} of ${k(s.length,"topic")}`,yt(!1))}
    <${dt} title="${r} of the run by topic" heads=${["topic","value","rank","best","median","worst","difference to the median"]}
      rows=${()=>s.map(({topic:$,value:_,rank:b,best:w,median:x,worst:O,difference:j})=>[u.topics[$].id,p(_),b,p(w),p(x),p(O),vt(j,n)])} />`}function Ii(t,e){let{
digits:n,lower_is_better:o}=u.measures[e],s=Qe(t,e).filter(({difference:a})=>E(e,a)<0).reverse().slice(0,10),r=o?"above":"below";if(u.runs.length===1)return null;
if(!s.length)return h`<p>The run is ${r} the median on no topic.</p>`;let i=s.some(({topic:a})=>u.topics[a].title);return h`<h3>Furthest ${r} the median</h3>
    <${_t} title="Topics furthest ${r} the median by ${M(e)}" heads=${[["topic","text"],...i?[["title","text"]]:[],["value","number"],["median","number"],["diff\
erence","number"],["rank","number"]]}
      rows=${s.map(({topic:a,value:c,median:l,difference:p,rank:d})=>[U("topic",a),...i?[L(u.topics[a].title||"–",40)]:[],v(c,n),v(l,n),vt(p,n),d])} />`}var Nr=[
["var(--hue-0)",""],["var(--hue-1)","M0 3H6"],["var(--hue-4)","M0 0L6 6M0 6L6 0"]];function Pi(t){let{measure:e,perfect:n,missed:o,unjudged:s}=u.losses;return q().
flatMap(r=>{let i=u.values[e][r][t],a=o[r][t];if(i===null||a===null)return[];let c=n[r]-i,l=[a,c-a-s[r][t],s[r][t]];return[{topic:r,value:i/u.unit,total:c/u.unit,
parts:l.map(p=>p/u.unit)}]})}function Dn(t){return v(t!==null&&Math.abs(t)<5e-4?0:t,3)}function Fi(t){let e=h`<h3>Where the loss comes from</h3>`;if(!u.losses)return h`${e}<p>Not known: losses are computed from the runs themselves, which results do not have, by a measure with a perfect value.</p>`;
let n=Pi(t).sort((c,l)=>l.total-c.total||c.topic-l.topic);if(!n.length)return h`${e}<p>The run was not evaluated on any topic.</p>`;let{parts:o,measure:s}=u.losses,
r=M(s),i=Number(Ut(n.map(c=>c.total))),a=[...o.map((c,l)=>Number(Ut(n.map(p=>p.parts[l])))),i];return h`${e}
    <${_t} title="The mean loss in ${r} and its parts" few=${!0} heads=${[["part","text"],["loss","number"],["share","number"]]}
      rows=${a.map((c,l)=>[o[l]||"all",v(c,3),i>0?Bt(c/i):"–"])} />
    <${mt} listed=${o.map((c,l)=>[{d:"M0 0H16V12H0Z",fill:`url(#loss-${l})`},c])} />
    <${Dt} figure=${Di(r,n)} />
    ${R(`Loss in ${r} against a perfect ranking, over ${k(n.length,"topic")}${lt()}, the largest first; always of this measure, whichever is chosen above`,"miss\
ed: relevant documents that the run does not retrieve","ranked low: relevant documents below non-relevant ones","unjudged on top: unjudged documents above judge\
d ones","the parts add up to the loss",n.some(c=>c.parts.some(l=>l<-5e-4))&&"parts below 0 are not drawn")}
    <${dt} title="Losses in ${r}" heads=${["topic",r,"loss",...o]} rows=${()=>n.map(({topic:c,value:l,total:p,parts:d})=>[u.topics[c].id,v(l),...[p,...d].map(Dn)])} />`}
function Di(t,e){let{parts:n}=u.losses,o=(s,r)=>e[s].parts.slice(0,r).reduce((i,a)=>i+Math.max(0,a),0);return{title:`Loss in ${t} on ${k(e.length,"topic")}`,description:"\
Each bar is divided into what is missed, ranked low, and unjudged on top.",share:{screen:.5},axis:{label:"loss",low:0,high:Math.max(...e.map(({total:s})=>s),.01)},
marks:Nr.map((s,r)=>({kind:"bar",colour:()=>`url(#loss-${r})`,of:i=>e[i].parts[r]>0?[o(i,r),o(i,r+1)]:null})),defs:Nr.map(([s,r],i)=>h`<pattern id="loss-${i}" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0 0H6V6H0Z" fill=${s} />
      <path d=${r} stroke="var(--ground)" stroke-width="1.4" fill="none" /></pattern>`),...Gt(e,({value:s,total:r,parts:i})=>[`${t} ${v(s)}, loss ${Dn(r)}`,...n.
map((a,c)=>`${a} ${Dn(i[c])}`)].join(`
`))}}function Hi(t){if(u.runs.length===1)return null;let e=h`<h3>Relevant documents missed that others rank high</h3>`;if(!u.missed)return h`${e}<p>Not known: results do not have the documents of the runs.</p>`;
let n=u.runs.length-1,o=u.missed[t].map(([s,r,i,a,c,l])=>[U("topic",s),Xe(r),Ke(i),a===null?"–":v(a,0),`${c} of ${n}`,String(l)]);return o.length?h`${e}
    <${_t} title="Relevant documents missed" rows=${o} heads=${[["topic","text"],["document","prose"],["judgment","text"],["own rank","number"],["others","numbe\
r"],["best rank","number"]]} />
    ${R("Not retrieved (–), or beyond rank 100; others: how many of the other runs have the document within rank 10","the ten that most others have, over all \
topics","best rank: the highest in any other run")}`:h`${e}<p>${n?"None: what other runs have within rank 10, this run has within rank 100.":"There is no other \
run."}</p>`}function Wi(t){let{topics:e}=u.first;return q().flatMap(n=>e[n].runs[t].map((o,s)=>({topic:n,doc:e[n].docs[o],grade:e[n].grades[o],rank:s+1,others:Rn(
n)[o]-1}))).filter(({grade:n})=>n>=0&&n<Number(u.relevance_level)).sort((n,o)=>n.rank-o.rank||n.others-o.others||n.topic-o.topic)}function qi(t){let e=h`<h3>Non-relevant documents ranked first</h3>`;
if(!u.first)return h`${e}<p>Not known: results do not have the documents of the runs.</p>`;let{depth:n}=u.first,o=Wi(t);if(!o.length)return h`${e}<p>None within rank ${n} of any topic.</p>`;
let s=(r,i=o.length)=>h`<${_t} title=${r} heads=${[["topic","text"],["document","prose"],["rank","number"],["judgment","text"],...u.runs.length>1?[["others","nu\
mber"]]:[]]} rows=${o.slice(0,i).map(({topic:a,doc:c,rank:l,grade:p,others:d})=>[U("topic",a),Xe(c),String(l),Ke(p),...u.runs.length>1?[`${d} of ${u.runs.length-
1}`]:[]])} />`;return h`${e}${s("Non-relevant documents ranked first",10)}
    ${o.length>10&&h`<${xn} words="All ${v(o.length,0)} non-relevant documents" make=${()=>s("All non-relevant documents")} />`}
    ${R(`Judged not relevant, within rank ${n}${g.subset&&" of a topic"}${lt()}; best ranks first`,u.runs.length>1&&`others: how many of the other runs have the\
 document within rank ${n}`)}`}function Ui(t){let e=u.runs[t],{unjudged:n}=u,o=jn.filter(({of:r})=>r(e)).map(({name:r,cell:i})=>[r,i(e)]);for(let[r,i]of Object.
entries({missing:e.missing,"left out":e.left_out,"without judgments":e.extra}))i.length&&o.push([`the topics ${r}`,h`<bdi>${i.join(", ")}</bdi>`]);let s=n?[["un\
judged",n.cutoffs.map((r,i)=>`${Bt(ze(t,i))} of the first ${r}`).join(", ")]]:[];return h`<h3>Notes on the run</h3>
    <dl class="known">${[...s,...o].map(([r,i])=>h`<dt>${r}</dt><dd>${i}</dd>`)}</dl>
    ${!o.length&&h`<p>No ties, repairs, findings or warnings; the run answers exactly the judged topics.</p>`}`}function Vi(t){let e=t.cloneNode(!0);for(let o of e.querySelectorAll("sup, svg, .ends"))o.remove();for(let o of e.querySelectorAll("bdi.name[title]"))o.textContent=
o.getAttribute("title");let n=(e.textContent||"").trim().replace(/\s+/g," ");return n==="–"?"":n.replace(/^−(?=[\d.])/,"-")}async function Ar(t){return t.dispatchEvent(
new Event("whole")),await null,[...t.rows].map(e=>[...e.cells].map(Vi))}var Rr=t=>/^[-+]?\d[\d,]*(\.\d+)?(e[-+]?\d+)?([ \u00a0]%)?$/.test(t);function Er(t){return/^[=+@\t-]/.
test(t)&&!Rr(t)?`'${t}`:t}var zi={TSV:["tsv",t=>t.map(e=>e.map(Er).join("	")).join(`
`)],CSV:["csv",t=>t.map(e=>e.map(Er).map(n=>/[",\n]/.test(n)?`"${n.replaceAll('"','""')}"`:n).join(",")).join(`
`)],Markdown:["md",([t,...e])=>[t,Gi(e,t.length,"---","--:"),...e].map(n=>`| ${n.map(o=>o.replaceAll("\\","\\\\").replaceAll("|","\\|")).join(" | ")} |`).join(`\

`)]};function Gi(t,e,n,o){let s=r=>t.every(i=>!i[r]||Rr(i[r]))&&t.some(i=>i[r]);return Array.from({length:e},(r,i)=>s(i)?o:n)}var Ki=["fill","fill-opacity","str\
oke","stroke-width","stroke-dasharray","stroke-linejoin","opacity","font-size","font-family","font-weight","text-anchor","display"];function Br(t){let e=t.cloneNode(
!0),n=[t,...t.querySelectorAll("*")];return[e,...e.querySelectorAll("*")].forEach((o,s)=>{let r=getComputedStyle(n[s]);o.removeAttribute("class"),o.setAttribute(
"style",Ki.map(i=>`${i}:${r.getPropertyValue(i).replaceAll('"',"'")}`).join(";"))}),e}function Ir(t){let e=Br(t),{width:n,height:o}=t.viewBox.baseVal,[s,r,i]=[Yi(
t),Qi(t),Math.max(n,360)];e.querySelectorAll(".mark").forEach($=>$.remove());let{color:a,backgroundColor:c}=getComputedStyle(document.body),l=Ze("svg",{xmlns:Pr,
"font-family":"system-ui, 'DejaVu Sans', sans-serif","font-size":12,fill:a}),p=l.appendChild(Ze("rect",{fill:c})),d=6,f=($,_={})=>{for(let b of Xi($,i-16))d+=16,
l.appendChild(Ze("text",{x:8,y:d,..._})).textContent=b};f(Hr(t),{"font-size":14,"font-weight":600}),d+=8;let m=8;for(let{sign:$,words:_}of s){let b=30+Fr(_);m+b>
i&&m>8&&([m,d]=[8,d+18]),l.append(Lr($,m,d+2,16,12)),l.appendChild(Ze("text",{x:m+20,y:d+12})).textContent=_,m+=b+8}s.length&&(d+=22);for(let $ of Ji(t))l.append(
Lr($,0,d,$.viewBox.baseVal.width,$.viewBox.baseVal.height)),d+=$.viewBox.baseVal.height+4;for(let[$,_]of Object.entries({x:0,y:d,width:n,height:o}))e.setAttribute(
$,String(_));l.append(e),d+=o,r&&f(r,{"font-size":11});for(let $ of[l,p])for(let[_,b]of Object.entries({width:i,height:d+12}))$.setAttribute(_,String(b));return new XMLSerializer().
serializeToString(l)}var Pr="http://www.w3.org/2000/svg";function Ze(t,e){let n=document.createElementNS(Pr,t);for(let[o,s]of Object.entries(e))n.setAttribute(o,
String(s));return n}function Lr(t,e,n,o,s){let r=Br(t);r.setAttribute("overflow","visible");for(let[i,a]of Object.entries({x:e,y:n,width:o,height:s}))r.setAttribute(
i,String(a));return r}function Fr(t){let e=document.createElement("canvas").getContext("2d");return e.font=`12px ${getComputedStyle(document.body).fontFamily}`,
e.measureText(t).width}function Xi(t,e){let n=[""];for(let o of t.split(" ")){let s=`${n[n.length-1]} ${o}`.trim();Fr(s)<=e||!n[n.length-1]?n[n.length-1]=s:n.push(
o)}return n}function Dr(t){return t.closest(".aside")||t.closest(".explorable, .picture")||t}function Hr(t){return(t.getAttribute("aria-label")||"").split(". ")[0]}
function Yi(t){let e=[];for(let n=Dr(t).previousElementSibling;n&&!n.matches("h3, .figure, .explorable");n=n.previousElementSibling)e.push(...[n,...n.querySelectorAll(
"*")].filter(o=>o.matches("ul.signs")));return e.flatMap(n=>[...n.querySelectorAll("li")]).map(n=>({sign:n.querySelector("svg"),words:(n.textContent||"").trim()}))}
function Ji(t){let e=Dr(t).previousElementSibling;return e?.matches(".legend")?[...e.querySelectorAll("svg.figure")].map(n=>n):[]}function Qi(t){return([...t.closest(
"section")?.querySelectorAll(".caption:not(.hint)")||[]].find(s=>t.compareDocumentPosition(s)&Node.DOCUMENT_POSITION_FOLLOWING)?.textContent||"").split("; ").slice(
0,3).join("; ").trim()}async function Zi(t){let e=new Image;e.src=`data:image/svg+xml;charset=utf-8,${encodeURIComponent(Ir(t))}`,await e.decode();let{width:n,height:o}=e,
s=Object.assign(document.createElement("canvas"),{width:3*n,height:3*o});return s.getContext("2d").drawImage(e,0,0,3*n,3*o),new Promise(i=>{s.toBlob(a=>i(a),"im\
age/png")})}function Hn(t,e,n){let o=`${t.toLowerCase().replace(/[^\p{L}\p{N}@]+/gu,"-").slice(0,60)}.${e}`,s=Object.assign(document.createElement("a"),{href:URL.
createObjectURL(n),download:o});s.click(),setTimeout(()=>URL.revokeObjectURL(s.href),1e4),Y(`${o} saved`)}async function Wn(t,e){try{await navigator.clipboard.writeText(
e)}catch{let n=document.body.appendChild(Object.assign(document.createElement("textarea"),{className:"hidden",value:e}));n.select(),document.execCommand("copy"),
n.remove()}Y(`${t} copied`)}function ta({table:t}){let e=t.caption?.textContent||"";return h`<li>Table: ${e} ${Object.entries(zi).map(([n,[o,s]])=>h`
    <${Q} pressed=${async()=>Wn(n,s(await Ar(t)))}>Copy ${n}<//>
    <${Q} pressed=${async()=>Hn(e,o,new Blob([`${s(await Ar(t))}
`],{type:"text/plain"}))}>.${o}<//>`)}</li>`}function ea({svg:t}){let e=Hr(t);return h`<li>Figure: ${e} <${Q} pressed=${()=>Hn(e,"svg",new Blob([Ir(t)],{type:"i\
mage/svg+xml"}))}>Save SVG<//>
    <${Q} pressed=${async()=>Hn(e,"png",await Zi(t))}>Save PNG<//></li>`}function na({content:t,commandsOf:e}){let[n,o]=A(!1),[,s]=A({}),r=Tt("button");et(()=>{
if(!n)return;let a=new MutationObserver(()=>s({}));return a.observe(t,{childList:!0,characterData:!0,attributeFilter:["aria-label"],subtree:!0}),()=>a.disconnect()},
[n]),et(()=>{if(n)for(let a of t.querySelectorAll("details.data, .picture"))a.dispatchEvent(new Event("fill"))});let i=e();return h`<button type="button" aria-expanded=${String(
n)} onClick=${()=>o(!n)}>Copy or save</button>
    <ul class="take" hidden=${!n} ref=${r}>${n&&h`
      ${[...t.querySelectorAll("svg.figure[aria-label]")].filter(a=>!a.closest(".legend")).map(a=>h`<${ea} svg=${a} />`)}
      ${[...t.querySelectorAll("table")].map(a=>h`<${ta} table=${a} />`)}
      ${i.map(([a,c,l])=>h`<li>${a}: <code>${c}</code> <${Q} pressed=${()=>Wn("Command",c)}>Copy<//>
        ${l&&h`<${Q} pressed=${()=>Wn("LaTeX",l)}>Copy LaTeX<//>`}</li>`)}`}</ul>`}function Wr(t,e=()=>[]){let n=Object.assign(document.createElement("div"),{className:"\
taking"});t.before(n),Wt(h`<${na} content=${t} commandsOf=${e} />`,n)}function oa(t,e){let{q1:n,q3:o,...s}=kt(t,e);return{topic:e,...u.topics[e],...s,spread:n===null||o===null?null:o-n}}function ra(){let{digits:t}=u.measures[g.measure],
e=o=>({name:o,digits:0,value:s=>s[o]}),n=(o,s="")=>({name:o,help:s,digits:t,value:r=>r[o]});return[{name:"topic",text:!0,value:({id:o})=>o,cell:({topic:o})=>U("\
topic",o)},...u.topics.some(({title:o})=>o)?[{name:"title",text:!0,value:({title:o})=>o,cell:({title:o})=>o&&L(o,22)}]:[],e("judged"),e("relevant"),...u.runs.length>
1?[n("best"),{name:"best run",text:!0,value:({bestRun:o})=>u.runs[o].name,cell:({bestRun:o})=>U("run",o)},n("median","the worse, the harder the topic"),n("worst"),
n("spread","third quartile minus first quartile of all runs")]:[{...n("best"),name:M()}]]}function sa(t){let e=t.filter(r=>r.median!==null),n=P(e.length,r=>E(g.
measure,e[r].median)).map(r=>e[r]);if(n.length<2)return null;let{digits:o}=u.measures[g.measure],s=r=>[U("topic",r.topic),r.title&&` (${r.title})`,`, ${u.runs.length>
1?"median ":""}${M()} ${v(r.median,o)}`];return nt("The hardest topic is ",s(n[n.length-1]),"; the easiest is ",s(n[0]),".")}at({id:"topics",title:"Topics",order:80},
()=>{let{measure:t,subset:e}=g,[n,o]=A(""),s=q(),r=I(()=>s.map(c=>oa(t,c)),[t,e]),i=r.filter(({id:c,title:l,description:p,narrative:d})=>_e(n,[c,l,p,d])),a=c=>()=>{
let l=s.indexOf(g.topic)+(s.includes(g.topic)?c:Math.max(c,0));W({topic:s[(l+s.length)%s.length]}),Y(`Topic ${u.topics[g.topic].id}`)};return h`${sa(r)}<${ft}><${ge} words="Filter topics" value=${n} changed=${o} />
      <${Q} pressed=${a(-1)}>Previous topic<//><${Q} pressed=${a(1)}>Next topic<//><//>
    <div class="halves list"><div><${Ot} columns=${ra()} rows=${i} title="Topics and their difficulty" sorted=${{column:0,ascending:!0}} kind="short"
      empty="No topic matches."
      rowAttributes=${({topic:c})=>c===g.topic?{class:"chosen","aria-current":"true"}:{}} />
    <p class="caption" role="status">${v(i.length,0)} of ${k(u.topics.length,"topic")}${u.runs.length>1&&h`; best, median and worst of ${k(u.runs.length,"run")} by ${M()}; the ${u.
measures[t].lower_is_better?"higher":"lower"} the median, the harder
      the topic; spread: between the quartiles of the runs`}.</p></div>
    <div><${ia} /></div></div>
    <div>${u.first?h`<${$r} />`:R("Which documents the runs found is not known: this page was made from results without the runs themselves")}</div>`});function ia(){
let{measure:t,topic:e,run:n,filter:o,only:s,colour:r}=g,{id:i,title:a,description:c,narrative:l,judged:p,relevant:d}=u.topics[e],f=[["Description",c],["Narrativ\
e",l]].filter(([,$])=>$),m=p===null?null:`${k(p,"document")} judged, ${v(d,0)} of them relevant`;return h`<h3 id="topic-panel">Topic ${L(i,1/0)}${a&&h`: <bdi>${a}</bdi>`}</h3>
    <p class="facts">${[m,!q().includes(e)&&`not a topic${lt()}`].filter(Boolean).join("; ")}</p>
    ${f.map(([$,_])=>h`<p class="prose"><strong>${$}: </strong><bdi>${_}</bdi></p>`)}
    ${I(()=>aa(t,e),[t,e,n,o,s,r])}`}function aa(t,e){let{digits:n}=u.measures[t],o=gt(),s=ot().filter(f=>D(t,e,f)!==null),r=P(s.length,f=>E(t,D(t,e,s[f]))).map(
f=>s[f]);if(!r.length)return h`<p>No run was evaluated on this topic.</p>`;if(u.runs.length===1)return h`<p>${M(t)} ${v(D(t,e,0),n)}</p>`;let i=r.map(f=>Number(
D(t,e,f))),a=r.map(f=>u.runs[f].name),[c,l]=bt(t),p=r.indexOf(g.run),d={title:`${M(t)} of every run on topic ${u.topics[e].id}`,names:a,most:14,height:182,share:{
screen:.39},axis:{label:M(t),low:c,high:l},description:`From ${v(i[0],n)} to ${v(i[i.length-1],n)}, median ${v(te(i),n)}.`,marks:[{kind:"bar",of:f=>[0,i[f]],colour:f=>o.
ofRun(r[f])}],lines:[[0,"axis"],[Number(te(i)),"median"]],pointed:p<0?void 0:[p,Math.max(0,i[p])],item:"run",open:f=>ve("run",r[f]),words:f=>`${G(a[f])}
${M(t)} ${v(i[f],n)}, rank ${ee(t,e,r[f])}`};return h`<${Dt} figure=${d} />
    <${mt} listed=${[...Pt(o),[{d:"M3 1h10l-5 9z",fill:"var(--text)"},`${G(u.runs[g.run].name)}, the chosen run`],[{d:"M0 6H16",class:"median"},"median"]]} />
    ${R(`${M(t)} of ${r.length<u.runs.length?`${v(r.length,0)} of `:""}${k(u.runs.length,"run")} on this topic, the best first`,u.dialect&&`dialect ${u.dialect}`)}
    <${dt} title="${M(t)} on this topic" heads=${["run","group","value"]}
      rows=${()=>r.map((f,m)=>[L(a[m]),L(u.runs[f].group),v(i[m],n)])} />`}var la=60;function tn(t=!0){let[e,n]=[Ft(),ot()];return e!==null?e&&` --type ${Nt(e)}`:t&&n.length<=la?n.map(o=>` --run ${Nt(u.runs[o].name)}`).join(""):null}function ca(t){
let[e,n]=[g.run,g.other].map(d=>Nt(u.runs[d].name)),o=`-m ${Nt(M())}`,s=Sr().map(d=>`-m ${Nt(M(d))}`).join(" "),r=jr(),i=r?r.wide:u.measures.length>4,a=u.types.
values.length>0&&!Ft(),c=(d,f=!0)=>tn(f)===null?`${d}, of all runs`:d,l=(d,f="")=>[c(d),"report figures",`--output figures-${t} ${o}${f}${tn()||""}`];return({leaderboard:[
[c("In a terminal",!1),"report leaderboard",`${o}${tn(!1)||""}`],[c("As LaTeX, to fit a column"),"report table",`${s}${tn()||""}${a?" --column type":""} --forma\
t latex --for acm${i?" --wide":""} --output table.tex`,r?Cr(r):""],l("As a figure"," --figure leaderboard")],curves:[l("As a figure"," --figure precision-recall")],
heatmap:[l("As a figure"," --figure heat-map")],pair:[["In a terminal","compare",`${e} ${n} ${o}`],l("As a figure",` --figure leaderboard --pair ${e} ${n}`)],topics:[
["In a terminal","report topics",`${o} --run ${e}`]],participants:[["In a terminal","diagnose",`--run ${e}`]],quality:[["In a terminal","diagnose","--part runs"]]}[t]||
[]).map(([d,f,m,$=""])=>[d,vn(f,m),$])}function ua(){return h`<${ut} words="Measure" name="measure" options=${No()} />`}function fa(){let t=Object.keys(u.subsets),
e=ot().length;return h`
    ${t.length>0&&h`<${ut} words="Topics" name="subset" options=${[["","all"],...t.map(n=>[n,n])]} />`}
    ${e<u.runs.length&&h`<${Q} pressed=${()=>W({filter:"",only:[]})}>${e} of ${k(u.runs.length,"run")}: show all<//>`}`}function da(){return[...Fo(),...u.mind].
map(([e,n,o])=>{let{name:s}=u.types,r=o&&u.types.values.includes(o)?`&only=${encodeURIComponent(`${s}:${o}`)}`:"";return h`<li key=${e} class=${n==="leaderboard"?
null:"mind"}><a href=${`#${n}${r}`}><bdi dir="ltr">${e}</bdi></a></li>`})}function pa(t,e){let n=Object.assign(document.createElement("a"),{href:`#${t}`,textContent:e});
document.querySelector("nav ul")?.appendChild(document.createElement("li")).append(n);let o=document.getElementById(t);if(o)return o;let s=Object.assign(document.
createElement("section"),{id:t});return s.setAttribute("aria-labelledby",`${t}-title`),s.append(Object.assign(document.createElement("h2"),{id:`${t}-title`,textContent:e}),
Object.assign(document.createElement("div"),{className:"content"})),rt("about").before(s),s}xr(t=>{wo(t),yo({measure:u.first_measure,other:Math.min(1,u.runs.length-
1),curves:pr().map(n=>u.runs[n].name)}),fe(rt("measure"),ua),fe(rt("left"),fa);let e=document.querySelector("ul.verdict");e&&fe(e,da);for(let{id:n,title:o,Content:s}of gn.
sort((r,i)=>r.order-i.order).filter(({there:r})=>!r||r())){let r=pa(n,o),i=r.querySelector(".content");fe(i,s,r),Wr(i,()=>ca(n)),$e(r,".taking > button, .data >\
 summary")}document.addEventListener("click",Lo),window.addEventListener("hashchange",wn),Mo()},wn);})();
