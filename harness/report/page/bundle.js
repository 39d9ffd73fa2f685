// Made by scripts/web/bundle.mjs of the modules in scripts/, Preact (MIT) and htm (Apache 2.0): do not edit.
(()=>{var Tn=function(e,t,n,o){var s;t[0]=0;for(var r=1;r<t.length;r++){var i=t[r++],a=t[r]?(t[0]|=i?1:2,n[t[r++]]):t[++r];i===3?o[0]=a:i===4?o[1]=Object.assign(o[1]||
{},a):i===5?(o[1]=o[1]||{})[t[++r]]=a:i===6?o[1][t[++r]]+=a+"":i?(s=e.apply(a,Tn(e,a,n,["",null])),o.push(s),a[0]?t[0]|=2:(t[r-2]=0,t[r]=s)):o.push(a)}return o},
Cn=new Map;function Nn(e){var t=Cn.get(this);return t||(t=new Map,Cn.set(this,t)),(t=Tn(this,t.get(e)||(t.set(e,t=(function(n){for(var o,s,r=1,i="",a="",u=[0],c=function(f){
r===1&&(f||(i=i.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?u.push(0,f,i):r===3&&(f||i)?(u.push(3,f,i),r=2):r===2&&i==="..."&&f?u.push(4,f,0):r===2&&i&&!f?u.push(5,0,!0,
i):r>=5&&((i||!f&&r===5)&&(u.push(r,0,i,s),r=6),f&&(u.push(r,f,0,s),r=6)),i=""},d=0;d<n.length;d++){d&&(r===1&&c(),c(d));for(var p=0;p<n[d].length;p++)o=n[d][p],
r===1?o==="<"?(c(),u=[u],r=3):i+=o:r===4?i==="--"&&o===">"?(r=1,i=""):i=o+i[0]:a?o===a?a="":i+=o:o==='"'||o==="'"?a=o:o===">"?(c(),r=1):r&&(o==="="?(r=5,s=i,i=""):
o==="/"&&(r<5||n[d][p+1]===">")?(c(),r===3&&(u=u[0]),r=u,(u=u[0]).push(2,0,r),r=0):o===" "||o==="	"||o===`
`||o==="\r"?(c(),r=2):i+=o),r===3&&i==="!--"&&(r=4,u=u[0])}return c(),u})(e)),t),arguments,[])).length>1?t:t[0]}var Mt,E,Bn,Or,je,An,In,Hn,Kt,wt,Qe,Fn,Yt,Jt,Xt,Sr,kt={},Ot=[],Mr=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,jt=Array.isArray;function xe(e,t){
for(var n in t)e[n]=t[n];return e}function Qt(e){e&&e.parentNode&&e.parentNode.removeChild(e)}function Zt(e,t,n){var o,s,r,i={};for(r in t)r=="key"?o=t[r]:r=="r\
ef"?s=t[r]:i[r]=t[r];if(arguments.length>2&&(i.children=arguments.length>3?Mt.call(arguments,2):n),typeof e=="function"&&e.defaultProps!=null)for(r in e.defaultProps)
i[r]===void 0&&(i[r]=e.defaultProps[r]);return yt(e,i,o,s,null)}function yt(e,t,n,o,s){var r={type:e,props:t,key:n,ref:o,__k:null,__:null,__b:0,__e:null,__c:null,
constructor:void 0,__v:s??++Bn,__i:-1,__u:0};return s==null&&E.vnode!=null&&E.vnode(r),r}function Ct(e){return e.children}function xt(e,t){this.props=e,this.context=t}function Be(e,t){if(t==null)return e.__?Be(e.__,e.__i+1):null;for(var n;t<e.__k.length;t++)
if((n=e.__k[t])!=null&&n.__e!=null)return n.__e;return typeof e.type=="function"?Be(e):null}function jr(e){if(e.__P&&e.__d){var t=e.__v,n=t.__e,o=[],s=[],r=xe({},
t);r.__v=t.__v+1,E.vnode&&E.vnode(r),en(e.__P,r,t,e.__n,e.__P.namespaceURI,32&t.__u?[n]:null,o,n??Be(t),!!(32&t.__u),s),r.__v=t.__v,r.__.__k[r.__i]=r,Un(o,r,s),
t.__e=t.__=null,r.__e!=n&&Dn(r)}}function Dn(e){if((e=e.__)!=null&&e.__c!=null)return e.__e=e.__c.base=null,e.__k.some(function(t){if(t!=null&&t.__e!=null)return e.
__e=e.__c.base=t.__e}),Dn(e)}function En(e){(!e.__d&&(e.__d=!0)&&je.push(e)&&!St.__r++||An!=E.debounceRendering)&&((An=E.debounceRendering)||In)(St)}function St(){
try{for(var e,t=1;je.length;)je.length>t&&je.sort(Hn),e=je.shift(),t=je.length,jr(e)}finally{je.length=St.__r=0}}function Pn(e,t,n,o,s,r,i,a,u,c,d){var p,f,m,$,
g,b,x=o&&o.__k||Ot,w=t.length;for(u=Cr(n,t,x,u,w),p=0;p<w;p++)(m=n.__k[p])!=null&&(f=m.__i!=-1&&x[m.__i]||kt,m.__i=p,b=en(e,m,f,s,r,i,a,u,c,d),$=m.__e,m.ref&&f.
ref!=m.ref&&(f.ref&&tn(f.ref,null,m),d.push(m.ref,m.__c||$,m)),g==null&&$!=null&&(g=$),4&m.__u?(u=qn(m,u,e),f.__e&&(f.__e=null)):typeof m.type=="function"&&b!==
void 0?u=b:$&&(u=$.nextSibling),m.__u&=-7);return n.__e=g,u}function Cr(e,t,n,o,s){var r,i,a,u,c,d=n.length,p=d,f=0;for(e.__k=new Array(s),r=0;r<s;r++)(i=t[r])!=
null&&typeof i!="boolean"&&typeof i!="function"?(typeof i=="string"||typeof i=="number"||typeof i=="bigint"||i.constructor==String?i=e.__k[r]=yt(null,i,null,null,
null):jt(i)?i=e.__k[r]=yt(Ct,{children:i},null,null,null):i.constructor===void 0&&i.__b>0?i=e.__k[r]=yt(i.type,i.props,i.key,i.ref?i.ref:null,i.__v):e.__k[r]=i,
u=r+f,i.__=e,i.__b=e.__b+1,a=null,(c=i.__i=Tr(i,n,u,p))!=-1&&(p--,(a=n[c])&&(a.__u|=2)),a==null||a.__v==null?(c==-1&&(s>d?f--:s<d&&f++),typeof i.type!="function"&&
(i.__u|=4)):c!=u&&(c==u-1?f--:c==u+1?f++:(c>u?f--:f++,i.__u|=4))):e.__k[r]=null;if(p)for(r=0;r<d;r++)(a=n[r])!=null&&(2&a.__u)==0&&(a.__e==o&&(o=Be(a)),zn(a,a));
return o}function qn(e,t,n){var o,s;if(typeof e.type=="function"){for(o=e.__k,s=0;o&&s<o.length;s++)o[s]&&(o[s].__=e,t=qn(o[s],t,n));return t}e.__e!=t&&(t&&e.type&&
!t.parentNode&&(t=Be(e)),t=n.insertBefore(e.__e,t||null));do t=t&&t.nextSibling;while(t!=null&&t.nodeType==8);return t}function Tr(e,t,n,o){var s,r,i,a=e.key,u=e.type,c=t[n],d=c!=null&&(2&c.__u)==0;if(c===null&&a==null||d&&a==c.key&&u==c.type)return n;if(o>(d?1:0)){for(s=n-1,r=n+
1;s>=0||r<t.length;)if((c=t[i=s>=0?s--:r++])!=null&&(2&c.__u)==0&&a==c.key&&u==c.type)return i}return-1}function Rn(e,t,n){t[0]=="-"?e.setProperty(t,n??""):e[t]=
n==null?"":typeof n!="number"||Mr.test(t)?n:n+"px"}function vt(e,t,n,o,s){var r,i;e:if(t=="style")if(typeof n=="string")e.style.cssText=n;else{if(typeof o=="str\
ing"&&(e.style.cssText=o=""),o)for(t in o)n&&t in n||Rn(e.style,t,"");if(n)for(t in n)o&&n[t]==o[t]||Rn(e.style,t,n[t])}else if(t[0]=="o"&&t[1]=="n")r=t!=(t=t.replace(
Fn,"$1")),i=t.toLowerCase(),t=i in e||t=="onFocusOut"||t=="onFocusIn"?i.slice(2):t.slice(2),e.l||(e.l={}),e.l[t+r]=n,n?o?n[Qe]=o[Qe]:(n[Qe]=Yt,e.addEventListener(
t,r?Xt:Jt,r)):e.removeEventListener(t,r?Xt:Jt,r);else{if(s=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&
t!="height"&&t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in e)try{e[t]=n??"";break e}catch{}
typeof n=="function"||(n==null||n===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,t=="popover"&&n==1?"":n))}}function Ln(e){return function(t){if(this.l){
var n=this.l[t.type+e];if(t[wt]==null)t[wt]=Yt++;else if(t[wt]<n[Qe])return;return n(E.event?E.event(t):t)}}}function en(e,t,n,o,s,r,i,a,u,c){var d,p,f,m,$,g,b,
x,w,M,I,H,J,D,S,k,j=t.type;if(t.constructor!==void 0)return null;128&n.__u&&(u=!!(32&n.__u),r=[a=t.__e=n.__e]),(d=E.__b)&&d(t);e:if(typeof j=="function"){p=i.length;
try{if(w=t.props,M=j.prototype&&j.prototype.render,I=(d=j.contextType)&&o[d.__c],H=d?I?I.props.value:d.__:o,n.__c?x=(f=t.__c=n.__c).__=f.__E:(M?t.__c=f=new j(w,
H):(t.__c=f=new xt(w,H),f.constructor=j,f.render=Ar),I&&I.sub(f),f.state||(f.state={}),f.__n=o,m=f.__d=!0,f.__h=[],f._sb=[]),M&&f.__s==null&&(f.__s=f.state),M&&
j.getDerivedStateFromProps!=null&&(f.__s==f.state&&(f.__s=xe({},f.__s)),xe(f.__s,j.getDerivedStateFromProps(w,f.__s))),$=f.props,g=f.state,f.__v=t,m)M&&j.getDerivedStateFromProps==
null&&f.componentWillMount!=null&&f.componentWillMount(),M&&f.componentDidMount!=null&&f.__h.push(f.componentDidMount);else{if(M&&j.getDerivedStateFromProps==null&&
w!==$&&f.componentWillReceiveProps!=null&&f.componentWillReceiveProps(w,H),t.__v==n.__v||!f.__e&&f.shouldComponentUpdate!=null&&f.shouldComponentUpdate(w,f.__s,
H)===!1){t.__v!=n.__v&&(f.props=w,f.state=f.__s,f.__d=!1),t.__e=n.__e,t.__k=n.__k,t.__k.some(function(C){C&&(C.__=t)}),Ot.push.apply(f.__h,f._sb),f._sb=[],f.__h.
length&&i.push(f),a=Be(n);break e}f.componentWillUpdate!=null&&f.componentWillUpdate(w,f.__s,H),M&&f.componentDidUpdate!=null&&f.__h.push(function(){f.componentDidUpdate(
$,g,b)})}if(f.context=H,f.props=w,f.__P=e,f.__e=!1,J=E.__r,D=0,M)f.state=f.__s,f.__d=!1,J&&J(t),d=f.render(f.props,f.state,f.context),Ot.push.apply(f.__h,f._sb),
f._sb=[];else do f.__d=!1,J&&J(t),d=f.render(f.props,f.state,f.context),f.state=f.__s;while(f.__d&&++D<25);f.state=f.__s,f.getChildContext!=null&&(o=xe(xe({},o),
f.getChildContext())),M&&!m&&f.getSnapshotBeforeUpdate!=null&&(b=f.getSnapshotBeforeUpdate($,g)),S=d!=null&&d.type===Ct&&d.key==null?Vn(d.props.children):d,a=Pn(
e,jt(S)?S:[S],t,n,o,s,r,i,a,u,c),f.base=t.__e,t.__u&=-161,f.__h.length&&i.push(f),x&&(f.__E=f.__=null)}catch(C){if(i.length=p,t.__v=null,u||r!=null){if(C.then){
for(t.__u|=u?160:128;a&&a.nodeType==8&&a.nextSibling;)a=a.nextSibling;r!=null&&(r[r.indexOf(a)]=null),t.__e=a}else if(r!=null)for(k=r.length;k--;)Qt(r[k])}else t.
__e=n.__e;t.__k==null&&(t.__k=n.__k||[]),C.then||Wn(t),E.__e(C,t,n)}}else r==null&&t.__v==n.__v?(t.__k=n.__k,t.__e=n.__e):a=t.__e=Nr(n.__e,t,n,o,s,r,i,u,c);return(d=
E.diffed)&&d(t),128&t.__u?void 0:a}function Wn(e){e&&(e.__c&&(e.__c.__e=!0),e.__k&&e.__k.some(Wn))}function Un(e,t,n){for(var o=0;o<n.length;o++)tn(n[o],n[++o],
n[++o]);E.__c&&E.__c(t,e),e.some(function(s){try{e=s.__h,s.__h=[],e.some(function(r){r.call(s)})}catch(r){E.__e(r,s.__v)}})}function Vn(e){return typeof e!="obj\
ect"||e==null||e.__b>0?e:jt(e)?e.map(Vn):e.constructor!==void 0?null:xe({},e)}function Nr(e,t,n,o,s,r,i,a,u){var c,d,p,f,m,$,g,b=n.props||kt,x=t.props,w=t.type;
if(w=="svg"?s="http://www.w3.org/2000/svg":w=="math"?s="http://www.w3.org/1998/Math/MathML":s||(s="http://www.w3.org/1999/xhtml"),r!=null){for(c=0;c<r.length;c++)
if((m=r[c])&&"setAttribute"in m==!!w&&(w?m.localName==w:m.nodeType==3)){e=m,r[c]=null;break}}if(e==null){if(w==null)return document.createTextNode(x);e=document.
createElementNS(s,w,x.is&&x),a&&(E.__m&&E.__m(t,r),a=!1),r=null}if(w==null)b===x||a&&e.data==x||(e.data=x);else{if(r=w=="textarea"&&x.defaultValue!=null?null:r&&
Mt.call(e.childNodes),!a&&r!=null)for(b={},c=0;c<e.attributes.length;c++)b[(m=e.attributes[c]).name]=m.value;for(c in b)m=b[c],c=="dangerouslySetInnerHTML"?p=m:
c=="children"||c in x||c=="value"&&"defaultValue"in x||c=="checked"&&"defaultChecked"in x||vt(e,c,null,m,s);for(c in x)m=x[c],c=="children"?f=m:c=="dangerouslyS\
etInnerHTML"?d=m:c=="value"?$=m:c=="checked"?g=m:a&&typeof m!="function"||b[c]===m||vt(e,c,m,b[c],s);if(d)a||p&&(d.__html==p.__html||d.__html==e.innerHTML)||(e.
innerHTML=d.__html),t.__k=[];else if(p&&(e.innerHTML=""),Pn(t.type=="template"?e.content:e,jt(f)?f:[f],t,n,o,w=="foreignObject"?"http://www.w3.org/1999/xhtml":s,
r,i,r?r[0]:n.__k&&Be(n,0),a,u),r!=null)for(c=r.length;c--;)Qt(r[c]);a&&w!="textarea"||(c="value",w=="progress"&&$==null?e.removeAttribute("value"):$!=null&&($!==
e[c]||w=="progress"&&!$||w=="option"&&$!=b[c])&&vt(e,c,$,b[c],s),c="checked",g!=null&&g!=e[c]&&vt(e,c,g,b[c],s))}return e}function tn(e,t,n){try{if(typeof e=="f\
unction"){var o=typeof e.__u=="function";o&&e.__u(),o&&t==null||(e.__u=e(t))}else e.current=t}catch(s){E.__e(s,n)}}function zn(e,t,n){var o,s;if(E.unmount&&E.unmount(
e),(o=e.ref)&&(o.current&&o.current!=e.__e||tn(o,null,t)),(o=e.__c)!=null){if(o.componentWillUnmount)try{o.componentWillUnmount()}catch(r){E.__e(r,t)}o.base=o.__P=
o.__n=null}if(o=e.__k)for(s=0;s<o.length;s++)o[s]&&zn(o[s],t,n||typeof e.type!="function");n||Qt(e.__e),e.__c=e.__=e.__e=void 0}function Ar(e,t,n){return this.constructor(
e,n)}function Ie(e,t,n){var o,s,r,i;t==document&&(t=document.documentElement),E.__&&E.__(e,t),s=(o=typeof n=="function")?null:n&&n.__k||t.__k,r=[],i=[],en(t,e=(!o&&
n||t).__k=Zt(Ct,null,[e]),s||kt,kt,t.namespaceURI,!o&&n?[n]:s?null:t.firstChild?Mt.call(t.childNodes):null,r,!o&&n?n:s?s.__e:t.firstChild,o,i),Un(r,e,i),e.props.
children=null}Mt=Ot.slice,E={__e:function(e,t,n,o){for(var s,r,i;t=t.__;)if((s=t.__c)&&!s.__)try{if((r=s.constructor)&&r.getDerivedStateFromError!=null&&(s.setState(r.getDerivedStateFromError(
e)),i=s.__d),s.componentDidCatch!=null&&(s.componentDidCatch(e,o||{}),i=s.__d),i)return s.__E=s}catch(a){e=a}throw e}},Bn=0,Or=function(e){return e!=null&&e.constructor===
void 0},xt.prototype.setState=function(e,t){var n;n=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=xe({},this.state),typeof e=="function"&&(e=e(xe({},n),
this.props)),e&&xe(n,e),e!=null&&this.__v&&(t&&this._sb.push(t),En(this))},xt.prototype.forceUpdate=function(e){this.__v&&(this.__e=!0,e&&this.__h.push(e),En(this))},
xt.prototype.render=Ct,je=[],In=typeof Promise=="function"?Promise.prototype.then.bind(Promise.resolve()):setTimeout,Hn=function(e,t){return e.__v.__b-t.__v.__b},
St.__r=0,Kt=Math.random().toString(8),wt="__d"+Kt,Qe="__a"+Kt,Fn=/(PointerCapture)$|Capture$/i,Yt=0,Jt=Ln(!1),Xt=Ln(!0),Sr=0;var Ze,V,nn,Gn,Nt=0,to=[],z=E,Kn=z.__b,Jn=z.__r,Xn=z.diffed,Yn=z.__c,Qn=z.unmount,Zn=z.__;function rn(e,t){z.__h&&z.__h(V,e,Nt||t),Nt=0;var n=V.__H||(V.__H={__:[],
__h:[]});return e>=n.__.length&&n.__.push({}),n.__[e]}function B(e){return Nt=1,Er(oo,e)}function Er(e,t,n){var o=rn(Ze++,2);if(o.t=e,!o.__c&&(o.__=[n?n(t):oo(void 0,
t),function(a){var u=o.__N?o.__N[0]:o.__[0],c=o.t(u,a);u!==c&&(o.__N=[c,o.__[1]],o.__c.setState({}))}],o.__c=V,!V.__f)){var s=function(a,u,c){if(!o.__c.__H)return!0;
var d=!1,p=o.__c.props!==a;if(o.__c.__H.__.some(function(m){if(m.__N){d=!0;var $=m.__[0];m.__=m.__N,m.__N=void 0,$!==m.__[0]&&(p=!0)}}),r){var f=r.call(this,a,u,
c);return d?f||p:f}return!d||p};V.__f=!0;var r=V.shouldComponentUpdate,i=V.componentWillUpdate;V.componentWillUpdate=function(a,u,c){if(this.__e){var d=r;r=void 0,
s(a,u,c),r=d}i&&i.call(this,a,u,c)},V.shouldComponentUpdate=s}return o.__N||o.__}function ee(e,t){var n=rn(Ze++,4);!z.__s&&no(n.__H,t)&&(n.__=e,n.u=t,V.__h.push(n))}function he(e){return Nt=5,F(function(){return{current:e}},[])}function F(e,t){var n=rn(Ze++,7);return no(n.__H,t)&&(n.__=e(),n.__H=t,n.__h=e),n.__}function Rr(){for(var e;e=to.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(Tt),t.__h.some(on),t.__h=[]}catch(n){t.__h=[],z.__e(n,e.__v)}}}z.__b=function(e){V=
null,Kn&&Kn(e)},z.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),Zn&&Zn(e,t)},z.__r=function(e){Jn&&Jn(e),Ze=0;var t=(V=e.__c).__H;t&&(nn===V?(t.__h=[],
V.__h=[],t.__.some(function(n){n.__N&&(n.__=n.__N),n.u=n.__N=void 0})):(t.__h.some(Tt),t.__h.some(on),t.__h=[],Ze=0)),nn=V},z.diffed=function(e){Xn&&Xn(e);var t=e.
__c;t&&t.__H&&(t.__H.__h.length&&(to.push(t)!==1&&Gn===z.requestAnimationFrame||((Gn=z.requestAnimationFrame)||Lr)(Rr)),t.__H.__.some(function(n){n.u&&(n.__H=n.
u,n.u=void 0)})),nn=V=null},z.__c=function(e,t){t.some(function(n){try{n.__h.some(Tt),n.__h=n.__h.filter(function(o){return!o.__||on(o)})}catch(o){t.some(function(s){
s.__h&&(s.__h=[])}),t=[],z.__e(o,n.__v)}}),Yn&&Yn(e,t)},z.unmount=function(e){Qn&&Qn(e);var t,n=e.__c;n&&n.__H&&(n.__H.__.some(function(o){try{Tt(o)}catch(s){t=
s}}),n.__H=void 0,t&&z.__e(t,n.__v))};var eo=typeof requestAnimationFrame=="function";function Lr(e){var t,n=function(){clearTimeout(o),eo&&cancelAnimationFrame(
t),setTimeout(e)},o=setTimeout(n,35);eo&&(t=requestAnimationFrame(n))}function Tt(e){var t=V,n=e.__c;typeof n=="function"&&(e.__c=void 0,n()),V=t}function on(e){
var t=V;e.__c=e.__(),V=t}function no(e,t){return!e||e.length!==t.length||t.some(function(n,o){return n!==e[o]})}function oo(e,t){return typeof t=="function"?t(e):
t}var h=Nn.bind(Zt);var l=null;function io(e){l=e}var _={measure:0,run:0,other:1,topic:0,against:-1,colour:"",sort:"",filter:"",only:[],columns:[],curves:[],heat:"",subset:"",topics_by:"\
hardest",runs_by:"value",pair_by:"gain"},nt={..._},At=[],[ro,Br]=[200,400],so=0,qe={topic:()=>l.topics.map(e=>e.id)};qe.measure=()=>l.measures.map(e=>e.label);for(let e of[
"run","other","against"])qe[e]=()=>l.runs.map(t=>t.name);var Ir={topic:"topic",measure:"measure",subset:"subset"};function ao(e){Object.assign(_,e),nt={..._};let{
choices:t,unknown:n}=rt(location.hash);n||Object.assign(_,t)}function ot(e,t,n=null){e.replaceChildren(),At.push({draw:()=>Ie(h`<${t} />`,e),home:n,stale:!0}),tt(
()=>!0)}function tt(e){let t=document.activeElement;for(let n of At.filter(({stale:o,home:s})=>o&&e(s)))n.stale=!1,n.draw();t!==document.activeElement&&t?.isConnected&&
t.focus({preventScroll:!0})}function lo(e){if(!e)return!0;let{top:t,bottom:n}=e.getBoundingClientRect();return n>-ro&&t<window.innerHeight+ro}function co(e=Br){
clearTimeout(so);let t=At.find(({stale:n})=>n);t&&(so=window.setTimeout(()=>{tt(n=>n===t.home),co(0)},e))}function uo(){document.addEventListener("scroll",()=>tt(
lo),{passive:!0}),window.addEventListener("beforeprint",()=>tt(()=>!0))}function fo(e,t){let n=Object.entries(e).filter(([o,s])=>String(s)!==String(_[o]));if(!n.
length)return!1;Object.assign(_,Object.fromEntries(n));for(let o of At)o.stale=!0;return tt(o=>o?.id===t||lo(o)),co(),!0}function P(e,{again:t,section:n}={}){let o=n||
Hr()||rt(location.hash).section;if(!fo(e,o)&&!n||!document.documentElement.dataset.ready)return;let s=Fr(o);s!==location.hash&&(t?history.replaceState({own:!0},
"",s):history.pushState({own:!0},"",s))}function Hr(){let e=document.activeElement&&document.activeElement.closest("main section");return e?e.id:""}function Fr(e){
let t=Object.entries(_).filter(([n,o])=>String(o)!==String(nt[n])).map(([n,o])=>`${n}=${[o].flat().map(s=>encodeURIComponent(qe[n]?qe[n]()[Number(s)]||"":s)).join(
",")}`);return`#${[e,...t].filter(Boolean).join("&")}`}function rt(e){let t="",n={},o=null;for(let i of e.replace(/^#/,"").split("&")){let[,a,u]=/^(\w+)=(.*)$/.
exec(i)||[];a?Object.hasOwn(nt,a)&&(n[a]=Dr(a,u),n[a]===-1&&(o=[Ir[a]||"run",et(u)])):t=t||i}let[s,...r]=Object.keys(n);return!t&&!r.length&&(t={topic:"topics",
run:"participants"}[s]||""),{section:t,choices:n,unknown:o}}function Dr(e,t){return qe[e]?qe[e]().indexOf(et(t)):Array.isArray(nt[e])?t?t.split(",").map(et):[]:
e==="subset"&&t&&!Object.hasOwn(l.subsets,et(t))?-1:et(t)}function po(e,t){fo({...nt,...e},t)}function et(e){try{return decodeURIComponent(e)}catch{return e}}function We(e){let{hues:t,dashes:n}=l.palette;return{stroke:`var(--hue-${e%t})`,"stroke-dasharray":n[Math.floor(e/t)%n.length].map(o=>2*o).join(" ")}}var ho=["#\
a63603","#e6853c","#fdd0a2","#f7f7f7","#9ecae1","#4292c6","#084594"];function Pr(e){return[1,3,5].map(t=>parseInt(e.slice(t,t+2),16))}function sn(e,t=l.palette.
shades){let n=Math.min(Math.max(e,0),1)*(t.length-1),o=Math.min(Math.floor(n),t.length-2),[s,r]=[t[o],t[o+1]].map(Pr);return`rgb(${s.map((i,a)=>Math.round(i+(n-
o)*(r[a]-i))).join(",")})`}function st(e,t,n=6){let s=(t-e||1)/(n-1),r=10**Math.floor(Math.log10(s)),i=[1,2,5,10].map(c=>c*r).find(c=>c>=s*.999)||r,a=Math.floor(e/i+1e-9),u=Math.max(a+1,Math.
ceil(t/i-1e-9));return Array.from({length:u-a+1},(c,d)=>Number(((a+d)*i).toPrecision(12)))}function Ue(e,t,n,o,s){let r=st(e,t,s),[i,a]=[r[0],r[r.length-1]],u=d=>n+
(d-i)/(a-i)*(o-n);return Object.assign(u,{clamped:d=>u(Math.min(Math.max(d,i),a)),ticks:r,low:i,high:a})}function R(e){return Math.round(e*10)/10}function Et(){
return Math.min(1400,window.innerWidth-42)}var Ce=()=>window.innerWidth<640;function fe(e,t=24){let n=l.rooms.filter(r=>r<=t);if(Object.hasOwn(l.short,e)&&e.length>
t&&n.length)return l.short[e][n.length-1];let o=Array.from(e),s=Math.floor((t-1)/2);return o.length>t?`${o.slice(0,t-1-s).join("")}…${o.slice(o.length-s).join(
"")}`:e}function an(e,t=11){return Math.max(1,Math.ceil(t/e))}function G(e){return`⁨${e.replaceAll("⁩","")}⁩`}function ke(e){return e.map(([t,n],o)=>`${o?
"L":"M"}${R(t)} ${R(n)}`).join("")}function Te(e,t,n,o){return`M${R(e)} ${R(t)}h${R(n)}v${R(o)}h${R(-n)}z`}var ln=[];function re(e,t){ln.push({...e,Content:t})}function T(e,t=Ce()?16:32){return h`<bdi class="name" title=${e}>${fe(e,t)}</bdi>`}function te(e){return document.
getElementById(e)}function it(){return l.runs.map(({name:e},t)=>[t,e])}function mo(){return l.measures.map(({label:e},t)=>[t,e])}function ne(...e){return h`<p class="answer">${e}</p>`}
function A(...e){return h`<p class="caption">${e.filter(Boolean).join("; ")}.</p>`}function v(e,t=4){return e==null||Number.isNaN(e)?"–":e.toFixed(t)}function y(e,t,n=e){
let[o,s]=[e,n].map(r=>r.toLocaleString("en"));return`${o}${n===e?"":` to ${s}`} ${t}${n===1?"":"s"}`}function Rt(e){return e==null?"–":e<1e-300?"< 1e-300":e<1e-4?e.toExponential(1):e.toFixed(4)}function Ae(e){return e==null?"–":`${(100*e).toFixed(1)} %`}function q(e,t,n){
let o=l.values[e][t][n];return o===null?null:l.measures[e].digits?o/l.unit:o}function _e(e,t){return l.runs.map((n,o)=>q(e,t,o))}function me(e,t){let n=e.filter(
i=>i!==null).sort((i,a)=>i-a);if(!n.length)return null;let o=(n.length-1)*t,s=Math.floor(o),r=Math.min(s+1,n.length-1);return n[s]+(o-s)*(n[r]-n[s])}var $e=e=>me(
e,.5);function He(e){let t=e.filter(n=>n!==null);return t.length?t.reduce((n,o)=>n+o,0)/t.length:null}function L(e,t,n=!1){let o=Array.from({length:e},(i,a)=>a),
s=o.map(t),r=n?1:-1;return o.sort((i,a)=>s[i]===null||s[a]===null?+(s[i]===null)-+(s[a]===null)||i-a:r*(s[i]<s[a]?-1:s[i]>s[a]?1:0)||i-a)}function N(e,t){return t!==
null&&l.measures[e].lower_is_better?-t:t}function Lt(e,t){let[n]=L(t.length,o=>N(e,t[o]));return{bestRun:n,best:t[n],median:$e(t),worst:me(t,l.measures[e].lower_is_better?
1:0)}}function cn(e,t,n){return t===null?null:1+n.filter(o=>o!==null&&N(e,o)>N(e,t)).length}function Ee(e){let t=l.topics.flatMap((s,r)=>_e(e,r)).map(Number),[n,
o]=t.reduce(([s,r],i)=>[Math.min(s,i),Math.max(r,i)],[0,l.measures[e].digits?1:0]);return[n,o>n?o:n+1]}function O(e=_.measure){return l.measures[e].label}function W(){
return l.subsets[_.subset]||[...l.topics.keys()]}function se(){return _.subset&&` of the subset ${_.subset}`}function ie(e=_.measure){return l.boards.find(t=>t.
subset===_.subset&&t.measure===e)||null}function Ve(){return`${Number((100*l.confidence).toPrecision(6))} %`}function $o(e){return e.mean||e.order.map(t=>Number(
l.summary[e.measure][t]))}function un(e,t,n,o){let[s,r]=[e.order.indexOf(t),e.order.indexOf(n)].sort((a,u)=>a-u);if(s<0||s===r||!o)return null;let i=o[s*e.order.
length-s*(s+1)/2+r-s-1];return o===e.corrected?i/l.unit:i}function Fe(e){return l.runs[e].group||l.runs[e].name}function K(e){document.documentElement.dataset.ready&&
(te("status").textContent=e)}function Bt(e,t,n){return t[n]===null?"–":`${cn(e,t[n],t)} of ${t.filter(o=>o!==null).length}`}function ze(e,t,n){return Bt(e,l.values[e][t],
n)}function Ne(e){return l.measures[e].summary==="geometric"}function Ge(e,t,n=l.topics.map((o,s)=>s)){let o=n.map(i=>q(e,i,t));if((Ne(e)||l.measures[e].summary===
"mean")&&o.length===l.topics.length&&!o.includes(null))return l.summary[e][t];if(!Ne(e))return He(o);let r=He(o.map(i=>i===null?null:Math.log(Math.max(i,1e-5))));
return r===null?null:Math.exp(r)}function Y(e,t,n=W()){if(n.length===l.topics.length)return l.summary[e][t];if(l.measures[e].summary!=="sum")return Ge(e,t,n);let o=n.
map(s=>q(e,s,t)).filter(s=>s!==null);return o.length?o.reduce((s,r)=>s+r,0):null}function Oe(e){return/^[\w@./-]+$/.test(e)?e:`'${e.replaceAll("'","'\\''")}'`}function fn(e,t){
let n=_.subset&&/^compare|figures$/.test(e)?` --topics ${Oe(_.subset)}`:"";return`harness ${e} ${Oe(l.source||"TASK.yaml")} ${t}${n}`.trim()}function be(e,t=4){
let n=v(Math.abs(e),t);return Math.abs(e)<1e-9?n:`${e<0?"−":"+"}${n}`}function Ke(e){if(_.subset&&l.boards.length)return`no intervals, letters or p-values ove\
r the subset ${_.subset} on this page; in a terminal: ${fn("compare",`--pairs -m ${Oe(e)}`)}`;if(l.not_compared)return`runs are not compared: ${l.not_compared}`;
let t=[...l.measures.keys()].filter(ie).map(O).join(", ")||"none";return`no intervals of ranks, letters or p-values by ${e}: the first ten measures that are no \
counts have them, or those that the key compare: measures: of the task names (here: ${t})`}var qr={ArrowDown:1,ArrowRight:1,ArrowUp:-1,ArrowLeft:-1};function at(e,t){let n=()=>[...e.querySelectorAll(t)],o=()=>n().filter(r=>!r.closest("[hidden]")),s=(r=o().
find(i=>i===document.activeElement)||o()[0])=>{for(let i of n())i.tabIndex=i===r?0:-1};e.addEventListener("focusin",({target:r})=>{r.matches(t)&&s(r)}),e.addEventListener(
"keydown",r=>{let i=r.target,a=qr[r.key],u=/Up|Down/.test(r.key);if(!a||!i.matches(t)||u&&i.tagName==="SELECT")return;let c=u&&Wr(i,a,t)||o()[o().indexOf(i)+a];
c&&(r.preventDefault(),c.focus())}),new MutationObserver(()=>s()).observe(e,{childList:!0,subtree:!0,attributeFilter:["hidden"]}),s()}function Se(e){let t=he(null);
return ee(()=>at(t.current,e),[]),t}function Wr(e,t,n){let o=[...e.closest("table")?.rows||[]],s=i=>[...i.querySelectorAll(n)],r=o.findIndex(i=>i.contains(e));for(let i=r+
t;o[i];i+=t){let a=s(o[i]);if(a.length)return a[Math.min(s(o[r]).indexOf(e),a.length-1)]}}function Q({pressed:e,children:t}){return h`<button type="button" onClick=${e}>${t}</button>`}function Je({words:e,options:t,value:n,changed:o}){return h`<label class="field"><span>${e}</span><select value=${n} onChange=${({
currentTarget:r})=>o(r.value,r.selectedOptions[0].text)}>
    ${t.map(([r,i])=>h`<option value=${r}>${i}</option>`)}
  </select></label>`}function ae({words:e,name:t,options:n,value:o=_[t]}){return h`<${Je} words=${e} options=${n} value=${o} changed=${(r,i)=>{P({[t]:typeof _[t]==
"number"?Number(r):r}),K(`${e}: ${i}`)}} />`}function lt({words:e,value:t,changed:n}){return h`<label class="field"><span>${e}</span><input type="search" value=${t} onInput=${({
currentTarget:s})=>n(s.value)} /></label>`}function ct(e,t){return t.join(`
`).toLowerCase().includes(e.trim().toLowerCase())}function ut({title:e,items:t,checked:n,changed:o}){let[s,r]=B(""),i=Se("input"),a=new Set(n),u=c=>{a.delete(c)||
a.add(c),o(a)};return h`<fieldset class="checklist"><legend>${e}</legend>
    ${t.length>12&&h`<${lt} words="Filter" value=${s} changed=${r} />`}
    <div class="checks" ref=${i}>${t.map(({key:c,name:d,before:p,near:f})=>h`
      <label class="check" key=${c} hidden=${!ct(s,[d])} onPointerEnter=${f} onFocusIn=${f}>
        <input type="checkbox" checked=${a.has(c)} onChange=${()=>u(c)} />${p}${T(d)}
      </label>`)}</div>
  </fieldset>`}function oe({children:e}){let t=Se("select, button");return ee(()=>{t.current.querySelectorAll("select, button").length>1&&t.current.setAttribute(
"role","toolbar")}),h`<div class="controls" ref=${t}>${e}</div>`}function U(e,t,n){let o=e==="topic"?l.topics[t].id:l.runs[t].name;return h`<a href=${`#${e}=${encodeURIComponent(o)}`} title=${o}>${T(n||o)}</a>`}function dn(){
let e=te("unknown"),{section:t,choices:n,unknown:o}=rt(location.hash);if(e.hidden=!o,o){let[r,i]=o;Ie(h`There is no ${r} ${T(i)} on this page.`,e),e.scrollIntoView(),
K(`There is no ${r} ${G(i)} on this page.`);return}let s=document.querySelector(`main section[id="${CSS.escape(t)}"]`);t&&!s||(po(n,t),s&&!(history.state&&history.
state.own)&&s.scrollIntoView())}function go(e){let t=e.target.closest('a[href^="#"]');if(!t||e.ctrlKey||e.metaKey||e.shiftKey)return;let{section:n,choices:o,unknown:s}=rt(
String(t.getAttribute("href")));if(s||!n||!document.querySelector(`main section[id="${CSS.escape(n)}"]`))return;e.preventDefault();let r=t.closest("section");P(
o,{section:n}),(!r||r.id!==n)&&_o(n)}function It(e){let{id:t,title:n}=l.topics[e];return n?`${G(t)} ${G(n)}`:G(t)}function _o(e){let t=te(`${e}-title`);t.setAttribute(
"tabindex","-1"),t.focus({preventScroll:!0}),t.scrollIntoView({behavior:"instant"})}function ft(e,t){let n=e==="topic"?"topics":"participants";P({[e]:t},{section:n}),
_o(n)}function dt(e,t){return{item:"topic",names:e.map(({topic:n})=>l.topics[n].id),words:n=>`${It(e[n].topic)}
${t(e[n])}`,open:n=>ft("topic",e[n].topic)}}function Ur(e,t){let{name:n,group:o,attributes:s}=l.runs[t];return ct(e,[n,o,...Object.values(s)])}function ht(){let{runs:e}=l;return[...e.some(t=>t.group)?["gr\
oup"]:[],...Object.keys(e.length?e[0].attributes:{})]}function ge(e,t){return e==="group"?l.runs[t].group:l.runs[t].attributes[e]||""}function Re(e){return[...new Set(
l.runs.map((t,n)=>ge(e,n)).filter(Boolean))].sort()}function mt(){return ht().filter(e=>e==="group"||Re(e).length>1&&Re(e).length<=Math.max(8,l.runs.length/4))}
var pt={filter:"",only:[],runs:null};function vo(){let{filter:e,only:t}=_;if(pt.runs&&pt.filter===e&&pt.only===t)return pt.runs;let n=ht().map(s=>({name:s,values:t.
filter(r=>r.startsWith(`${s}:`))})).filter(({values:s})=>s.length),o=new Set([...l.runs.keys()].filter(s=>Ur(e,s)&&n.every(({name:r,values:i})=>i.includes(`${r}\
:${ge(r,s)}`))));return pt={filter:e,only:t,runs:o},o}function ve(e){return vo().has(e)}function Z(){return[...vo()]}function $t(e=l.runs.length,t=y(l.topics.length,
"topic")){let n=y(l.runs.length,"run");return[e<l.runs.length?`${e} of ${n}, as filtered`:n,t,l.dialect&&`dialect ${l.dialect}`].filter(Boolean).join("; ")}function we(e=!0){
return $t(e?Z().length:l.runs.length,`${y(W().length,"topic")}${se()}`)}var bo=6;function de(){let e=mt(),t=_.colour||e.find(a=>Re(a).length<=bo)||e[0]||"",n=a=>l.
runs.filter((u,c)=>ge(t,c)===a).length,o=t?Re(t):[],s=L(o.length,a=>n(o[a])).slice(0,bo).map(a=>o[a]),r=new Map(s.map((a,u)=>[a,We(u).stroke])),i=a=>t?r.get(ge(
t,a))||"var(--muted)":We(0).stroke;return{name:t,most:s,others:o.length-s.length,ofRun:i}}function Le({most:e,others:t}){let n=o=>({d:"M8 2a4 4 0 1 0 .1 0z",fill:o});
return[...e.map((o,s)=>[n(We(s).stroke),o]),...t>0?[[n("var(--muted)"),`${y(t,"other")} and none`]]:[]]}function gt(e=n=>n,t=()=>[]){return[{name:"run",text:!0,
value:o=>l.runs[e(o)].name,cell:o=>[U("run",e(o)),...t(e(o))]},...ht().map(o=>({name:o,text:!0,value:s=>ge(o,e(s)),cell:s=>T(ge(o,e(s)))}))]}function wo(e){let[
t,n]=[ie(e),!_.subset],o=n?l.intervals[e]:null,s=l.runs.map((a,u)=>Y(e,u)),r=s.map((a,u)=>({run:u,value:a,error:n?l.errors[e][u]:null,mean:a,low:o&&o.low[u],high:o&&
o.high[u],rank:cn(e,a,s)}));if(!t)return r;let i=$o(t);return t.order.forEach((a,u)=>{let{low:c,high:d,rank:p,letters:f}=t;Object.assign(r[a],{position:u,mean:i[u],
low:c[u],high:d[u],letters:f&&f[u],rank:Xe(t)?r[a].rank:p[u]})}),r}function Xe(e){return!!(e&&e.mean&&!e.subset)}function _t(){if(_.filter||_.only.length>1)return null;let[e=""]=_.only,{name:t,values:n}=l.types;return e?n.find(o=>e===`${t}:${o}`)??null:""}function yo(){let{
subset:e,measure:t}=_,n=_t(),o=l.verdicts.find(f=>f.subset===e&&f.type===n&&f.measure===t);if(o)return o.lines;if(!l.verdicts.length&&n===""&&!e&&t===l.first_measure)
return l.verdict.slice(0,l.verdict.length-l.mind.length);let r=L(l.runs.length,f=>N(t,Y(t,f))).filter(f=>ve(f)&&Y(t,f)!==null);if(!r.length)return[["No run is l\
eft.","leaderboard",""]];let i=Z().length,a=i<l.runs.length?` of the ${y(i,"run")} chosen`:"",u=`${O(t)} ${v(Y(t,r[0]),l.measures[t].digits)}`,c=`${l.runs[r[0]].
name} is first${a}: ${u} over ${y(W().length,"topic")}${se()}.`,p=l.boards.some(f=>f.subset===e&&f.measure===t)?"Ranks and shades are from the tests of all runs\
, which hold for fewer, too.":"How sure this order is was not tested.";return[[c,"leaderboard",""],...l.runs.length>1?[[p,"leaderboard",""]]:[]]}function Vr(e){return e.order.filter(ve)}function xo(e){let t=_t(),n=t&&l.ranked.find(s=>s.subset===e.subset&&s.measure===e.measure&&s.type===t),o=e.order.map((s,r)=>r).
filter(s=>ve(e.order[s]));return new Map(o.map((s,r)=>{let i=u=>o.filter(c=>e.apart[s][c]===u).length,a=1+o.filter(u=>e.rank[u]<e.rank[s]).length;return n?[e.order[s],
{rank:a,low:n.low[r],high:n.high[r]}]:[e.order[s],{rank:a,low:1+i("<"),high:o.length-i(">")}]}))}function ko(e){let t=ie(e),n=t&&xo(t);return wo(e).map(o=>{let s=n&&
n.get(o.run);return s?{...o,rank:Xe(t)?o.rank:s.rank,rankLow:s.low,rankHigh:s.high}:o})}function Oo(e){let t=ie(e);if(!t)return null;if(_.against<0){let s=xo(t);
return{run:-1,runs:new Set([...s].filter(([,{low:r}])=>r===1).map(([r])=>r)),of:s.size}}let n=Vr(t),o=t.apart[t.order.indexOf(_.against)];return{run:_.against,runs:new Set(
n.filter(s=>o[t.order.indexOf(s)]===".")),of:n.length-1}}function So({run:e,runs:t,of:n}){let{best:o,ranks:s}=l.words,r=[...t].filter(c=>c!==e).map(c=>l.runs[c].
name),i=r.length>12?` and ${r.length-12} more`:"",a=`${r.slice(0,12).join(", ")}${i}`;if(e<0)return`shaded: ${y(r.length,"run")} of ${n} ${o.not_shown}: ${a}`;let{
name:u}=l.runs[e];return r.length?`shaded: ${y(r.length,"run")} of ${n} ${s.not_shown} than ${u}: ${a}`:`every other run is ${s.shown}, than ${u}`}var zr=900;function Gr(e){return e===void 0||e===""||Number.isNaN(e)?null:typeof e=="string"?e.toLowerCase():e}function Ht({text:e,kind:t}){return`${e?"text":"n\
umber"}${t?` ${t}`:""}`}function ye({columns:e,rows:t,title:n,sorted:o,sortedBy:s,rowAttributes:r,empty:i,most:a=1/0,kind:u,few:c}){let[d,p]=B(o||{column:0}),[f,
m]=B(!1),[$,g]=B(a),b=s&&o?o:d,x=Se("thead button, tbody :is(a, button)");ee(()=>{let{current:S}=x,k=new ResizeObserver(()=>{let j=S.scrollWidth>S.clientWidth||
S.scrollHeight>S.clientHeight;S.tabIndex=j&&!S.querySelector("a, button")?0:-1});for(let j of[S,S.firstChild])k.observe(j)},[]);function w(S){let k=b.column===S?
!b.ascending:!!(e[S].text||e[S].rising);p({column:S,ascending:k}),s&&s(e[S],k),K(`${n}: sorted by ${e[S].name}, ${k?"ascending":"descending"}`)}function M(){m(!0),
x.current.focus()}let I=e[b.column]?.value||(()=>0),H=L(t.length,S=>Gr(I(t[S])),b.ascending),J=f?H:H.slice(0,$),D=({currentTarget:{scrollTop:S,clientHeight:k,scrollHeight:j}})=>{
J.length<t.length&&S+k>j-zr&&g($+a)};return h`<div class=${`scroll ${u||""}`.trim()} tabindex="-1" role="region" aria-label=${n} ref=${x} onScroll=${D}>
    <table class=${c&&"few"} onwhole=${()=>m(!0)}>
      <caption>${n}</caption>
      <thead><tr>${e.map((S,k)=>Kr(S,k===b.column&&(b.ascending?"ascending":"descending"),()=>w(k)))}</tr></thead>
      <tbody>
        ${J.map(S=>h`<tr key=${S} ...${r?r(t[S]):{}}>
          ${e.map((k,j)=>Jr(k,t[S],j))}</tr>`)}
        ${J.length<t.length&&Mo(e,h`<${Q} pressed=${M}>Show all ${t.length} rows; the first ${J.length} are shown<//>`)}
        ${!t.length&&Mo(e,i)}
      </tbody>
    </table>
  </div>`}function Mo(e,t="Nothing to show."){return h`<tr><td colspan=${e.length}>${t}</td></tr>`}function Kr(e,t,n){return e.name?h`<th scope="col" key=${e.name} class=${Ht(
e)} aria-sort=${t||null}>
    <button type="button" title=${e.help} onClick=${e.clicked||n}><bdi class="name">${e.name}</bdi></button>${e.under}
  </th>`:h`<td class=${Ht(e)}></td>`}function Jr(e,t,n){let o=(e.cell?e.cell(t):e.value(t))??"–";if(o.type==="td")return o;let s=typeof o=="number"?v(o,e.digits):
o;return n?h`<td class=${Ht(e)}>${s}</td>`:h`<th scope="row" class=${Ht(e)}>${s}</th>`}function jo(e){let t=pn(e).trim();return t==="–"?"":t}function pn(e){return Array.
isArray(e)?e.map(pn).join(""):e==null||typeof e=="boolean"?"":e.props?pn(e.props.children):String(e)}function Xr(e,t){let n=parseFloat(e.replace("−","-").replaceAll(
",",""));return t||String(n)===e?n:e}function pe({heads:e,rows:t,...n}){let o=e.map((s,r)=>{let i=d=>/^([−+-]?\d[\d.]*)?$/.test(jo(d[r])),[a,u]=Array.isArray(
s)?s:[s,r&&t.every(i)?"number":"text"],c=d=>jo(d[r]);return{name:a,text:u!=="number",kind:u==="prose"?u:"",value:u==="number"||!r?d=>Xr(c(d),!!r):c,cell:d=>Number.
isInteger(d[r])?String(d[r]):d[r]}});return h`<${ye} columns=${o} rows=${t} sorted=${{column:-1}} ...${n} />`}function hn({words:e,make:t}){let[n,o]=B(!1);return h`<details class="data" onToggle=${({
currentTarget:s})=>o(s.open)} onfill=${()=>o(!0)}>
    <summary onClick=${()=>o(!0)}>${e}</summary>${n&&t()}
  </details>`}function ce({title:e,heads:t,rows:n}){return h`<${hn} words="Data of this figure" make=${()=>h`<${pe} title=${e} heads=${t} rows=${n()} />`} />`}var To="these results were read from a directory, without the runs";function Ft(e,t=Ae(e)){return e===null?"–":h`<span class="share" aria-hidden="true"><span style="width: ${(100*
e).toFixed(1)}%" /></span>
    <span class="beside">${t}</span>`}function Dt(e,t){let{junk:n,outside:o,negative:s}=l.unjudged;return o[e][t]+(n?0:s[e][t])}var Pt=()=>l.unjudged?.junk?"jud\
ged as junk":"pooled, not judged";function Yr(){let{unjudged:e}=l;return!e||!e.negative.flat().some(Boolean)?[]:[["not in the pool",e.outside],[Pt(),e.negative]].
map(([n,o])=>({name:`first ${e.cutoffs[0]}: ${n}`,value:s=>o[s][0],cell:s=>Ft(o[s][0])}))}function Qr(){let{runs:e,unjudged:t}=l,n=r=>e[r].retrieved?e[r].unjudged/
e[r].retrieved:null,o=(r,i)=>({name:r,value:i,cell:a=>Ft(i(a))}),s=[...gt(),{name:"retrieved",digits:0,value:r=>e[r].retrieved},...(t?.cutoffs||[]).map((r,i)=>o(
`first ${r}`,a=>Dt(a,i))),...t?.junk&&t.negative.flat().some(Boolean)?[]:[o("all",n)],...Yr()];return h`<${ye} columns=${s} rows=${[...e.keys()]} title="Share of unjudged documents" sorted=${{
column:s.length-1}} />`}function qt(){return l.relevance_level&&`relevant from grade ${l.relevance_level}`}function Zr(){let e=l.topics.filter(r=>r.judged!==null);
if(!e.length)return A("Not known: these results were written without a table of topics");let t=["judged","relevant"].map(r=>{let i=e.map(a=>Number(a[r]));return{
kind:r,counts:i,sum:i.reduce((a,u)=>a+u,0)}}),n=[{name:"documents",text:!0,value:({kind:r})=>r},{name:"min",digits:0,value:({counts:r})=>me(r,0)},{name:"median",
digits:1,value:({counts:r})=>$e(r)},{name:"max",digits:0,value:({counts:r})=>me(r,1)},{name:"sum",digits:0,value:({sum:r})=>r}],[o,s]=t.map(({sum:r})=>r);return h`
    <${ye} columns=${n} rows=${t} title="Judged and relevant documents by topic" sorted=${{column:0,ascending:!0}} />
    ${A(y(e.length,"topic"),"documents with a grade in the judgments",qt(),o&&`${Ae(s/o)} of all judged documents are relevant`)}
    <${ce} title="Judged and relevant documents of each topic" heads=${["topic","judged","relevant"]}
      rows=${()=>e.map(r=>[r.id,r.judged,r.relevant])} />`}function es(){if(!l.uniques)return A(`Not known, because ${To}`);let e=Math.max(1,...Object.values(l.
uniques)),t=o=>l.runs.filter((s,r)=>Fe(r)===o).length;return h`<${ye} columns=${[{name:"group",text:!0,value:([o])=>o,cell:([o])=>T(o)},{name:"runs",digits:0,value:([
o])=>t(o)},{name:"unique relevant",value:([,o])=>o,cell:([,o])=>Ft(o/e,String(o))}]} rows=${Object.entries(l.uniques)} title="Unique relevant documents by group" sorted=${{
column:2}} />
    ${A("Relevant documents that runs of this group have within rank 100 of a topic, and no run of another group has","a run without a group stands for itself",
qt(),$t())}`}function ts(){let{runs:e,unjudged:t}=l;if(!t)return null;let n=e.map((i,a)=>Dt(a,0)),o=n.filter(i=>i===0).length,s=n.indexOf(Math.max(...n)),r=`the\
 first ${t.cutoffs[0]} documents`;return o===e.length?ne(`All of ${r} of every run are judged.`):e.length===1?ne(`Of ${r} ${Ae(n[0])} are unjudged.`):ne(`All of\
 ${r} of ${o} of ${y(e.length,"run")} are judged; most is unjudged of `,T(e[s].name),`: ${Ae(n[s])}.`)}var ns=()=>h`
  ${ts()}${Qr()}
  ${A(l.unjudged&&"First k: of the documents within rank k of all judged topics together, how many are unjudged","all: of everything that the run retrieved for \
its averaged topics",l.unjudged?.junk?"unjudged is a document that is not in the judgments":"unjudged is a document without a grade of 0 or more in the judgment\
s",!l.unjudged&&`the shares within the first ranks are not known, because ${To}`,$t())}
  <div class="columns"><div><h3>Judged and relevant</h3>${Zr()}</div>${l.runs.length>1&&h`<div><h3>Found by one group alone</h3>${es()}</div>`}</div>`;function mn(e,t){
return{name:e,of:n=>n[t].length,cell:({[t]:n})=>n.length?h`<span title=${n.join(", ")}>${n.length}</span>`:"–"}}function $n(e,t){return{name:e,text:!0,of:n=>t(
n).length,cell:n=>h`<bdi class="noticed">${t(n).join("; ")||"–"}</bdi>`}}function Co(e){return Object.entries(e).map(([t,n])=>`${t}: ${n}`)}var gn=[{name:"tie\
d documents",of:({tied:e})=>e,cell:({tied:e,retrieved:t})=>e?Ft(Math.min(1,e/Math.max(1,t)),String(e)):"–"},mn("topics missing","missing"),mn("topics left out",
"left_out"),mn("topics without judgments","extra"),$n("findings",({findings:e})=>Co(e)),$n("repairs, lines changed",({repairs:e})=>Co(e)),$n("warnings",({warnings:e})=>e)];
function os(){let{runs:e,checked:t,refused:n}=l,o=gn.filter(({of:a})=>e.some(a)),s=[...e.keys()].filter(a=>o.some(({of:u})=>u(e[a]))),r=gt(),i=[...r,...o.map(({
name:a,text:u,of:c,cell:d})=>({name:a,text:u,value:p=>c(e[p]),cell:p=>d(e[p])}))];return h`
    ${s.length>0&&h`<${ye} columns=${i} rows=${s} title="What was noticed of each run" sorted=${{column:r.length}} />`}
    ${A(t?"Runs were checked before the evaluation; findings and repairs are counted by their names":"Runs were not checked: the task has no key check",e.some(a=>a.
tied)&&"tied documents share their score with another of the same topic; the bar is their share of what was retrieved",s.length<e.length&&`not listed, because t\
here is nothing to say of ties, topics or repairs: ${e.length-s.length} of ${y(e.length,"run")}`,n&&`refused before the evaluation, and listed below: ${y(n,"run")}`,
$t())}`}re({id:"quality",title:"Quality of the data",order:100},()=>F(()=>h`<div id="coverage">${ns()}</div><h3>Ties, topics and repairs</h3><div id="repairs">${os()}</div>`,
[]));function le(e,t,n,o){return h`<text x=${R(e)} y=${R(t)} ...${o}>${n}</text>`}function Ye(e,t={}){let n=a=>a.replace(/\{(\w+)\}/g,(u,c)=>t[c]),{title:o,x:s,y:r,key:i}=l.
figures[e];return{title:n(o),x:n(s),y:n(r),key:Object.fromEntries(Object.entries(i).map(([a,u])=>[a,n(u)]))}}function _n({title:e,description:t=""},n,o){return{
viewBox:`0 0 ${n} ${o}`,class:"figure",role:"img","aria-label":`${e}. ${t}`,style:`max-width: ${n}px`,preserveAspectRatio:"xMinYMin meet"}}function bn(e){return{
onPointerMove:n=>{let[o,s]=[te("tip"),e(n)];if(o.hidden=s===null,s===null)return;o.textContent=s;let r=Math.min(n.clientX+14,window.innerWidth-o.offsetWidth-8),
i=n.clientY+18+o.offsetHeight<window.innerHeight;o.style.left=`${Math.max(4,r)}px`,o.style.top=`${i?n.clientY+18:n.clientY-o.offsetHeight-10}px`},onPointerLeave:()=>{
te("tip").hidden=!0}}}function Eo(e,t){let n=e.getBoundingClientRect(),o=e.viewBox.baseVal.width/n.width;return[(t.clientX-n.left)*o,(t.clientY-n.top)*o]}function rs(e,t,{
rows:n,columns:o},s){let r=(p,f)=>{for(let m=p;m>=0&&m<n*o;m+=f)if(s(m))return m;return null};if(e==="End")return r(n*o-1,-1);if(e==="Home"||t===null)return r(0,
1);let[i,a]={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[0,-1],ArrowRight:[0,1]}[e]||[0,0],[u,c]=[Math.floor(t/o)+i,t%o+a];return u>=0&&u<n&&c>=0&&c<o&&s(u*o+c)?u*
o+c:null}function No({left:e,top:t,across:n,down:o,rows:s,columns:r}){return{itemAt:(i,a)=>{let[u,c]=[Math.floor((a-t)/o),Math.floor((i-e)/n)];return u>=0&&u<s&&
c>=0&&c<r?u*r+c:null},outline:i=>Te(e+i%r*n,t+Math.floor(i/r)*o,n,o)}}function Ro({figure:e,size:[t,n],grid:o,there:s=()=>!0,itemAt:r=No(o).itemAt,outline:i=No(
o).outline,crossed:a,above:u,children:c}){let[d,p]=[he(null),he(null)],[f,m]=B({figure:e,item:null,keyed:!1}),$=f.figure===e?f.item:null;ee(()=>{f.keyed&&p.current&&
p.current.scrollIntoView({block:"nearest",inline:"nearest"})},[f]);let{title:g,item:b,opens:x=`opens the ${b}`,words:w,open:M,pick:I}=e,H=(C,X)=>{m({figure:e,item:C,
keyed:X}),X&&K(w(C)),I&&I(C)},J=C=>{let[X,Pe]=Eo(d.current,C),Me=r(X,Pe);return Me!==null&&s(Me)?Me:null},D=C=>{if(C.key==="Enter"&&$!==null)M($);else if(/^(Arrow(Up|Down|Left|Right)|Home|End)$/.
test(C.key)){let X=rs(C.key,$,o,s);X!==null&&H(X,!0)}else return;C.preventDefault()},S=C=>{let X=J(C);X!==null&&(H(X,!1),I||M(X))},k=bn(C=>{let X=J(C);return C.
target.dataset.words||(X===null?null:w(X))}),j=`width: ${t}px`;return h`<div class="scroll explorable" tabindex="0" role="application" onKeyDown=${D} onClick=${S} ...${k}
      aria-label="${g}. Arrow keys move from ${b} to ${b}, Enter ${x}.">
    ${u}<svg ref=${d} ...${_n(e,t,n)} style=${j}>${c}
      ${$!==null&&a&&h`<path class="cross" d=${a($)} />`}
      ${$!==null&&h`<path ref=${p} class="mark" d=${i($)} />`}</svg></div>`}function Lo(e,t,n,o=String){return n.ticks.map(s=>h`<path class="grid" d="M${e} ${R(
n(s))}H${t}" />${le(e-8,n(s)+4,o(s),{class:"tick","text-anchor":"end"})}`)}function Bo(e,t){return t&&le(12,e,t,{"text-anchor":"middle",transform:`rotate(-90 12\
 ${R(e)})`})}function ss({left:e,right:t,top:n,bottom:o},s,r,i,a){return h`${Lo(e,t,r)}${s.ticks.map(u=>h`<path class="axis" d="M${R(s(u))} ${o}v5" />${le(s(u),
o+20,String(u),{class:"tick","text-anchor":"middle"})}`)}
    <path class="axis" d="M${e} ${n}V${o}H${t}" />
    ${le((e+t)/2,o+40,i,{"text-anchor":"middle"})}${Bo((n+o)/2,a)}`}function ue({listed:e}){return h`<ul class="signs">${e.map(([t,n])=>h`<li>
    <svg width="16" height="12" aria-hidden="true"><path ...${t} /></svg>${n}</li>`)}</ul>`}var Io={bar:(e,t,[n,o])=>`${ke([e(n,-t),e(o,-t),e(o,t),e(n,t)])}z`,box:(e,t,n)=>Io.
bar(e,t,n),whisker:(e,t,n)=>[n.slice(0,2),n.slice(2)].map(o=>ke(o.map(s=>e(s,0)))).join("")+[n[0],n[n.length-1]].map(o=>ke([e(o,-t/2),e(o,t/2)])).join(""),tick:(e,t,[
n])=>ke([e(n,-t),e(n,t)])},Ao={point:4,outliers:2.4},is={bar:"bar",box:"box",whisker:"axis",tick:"median",point:"own",outliers:"dot"};function as({kind:e,of:t,class:n=is[e],
colour:o=()=>"",words:s,half:r=1/0},i,a,u){let c=Array.from({length:i},(f,m)=>[t(m)].flat().filter($=>$!==null));if(Ao[e])return c.map((f,m)=>f.map(($,g)=>{let[
b,x]=a(m)($,0).map(R);return h`<circle class=${typeof n=="function"?n(m):o(m)?null:n} cx=${b} cy=${x}
        r=${Math.min(Ao[e],Math.max(2.5,u))} fill=${o(m)||null}
        data-words=${s&&s(m,g)} />`}));let d=new Map;c.forEach((f,m)=>{if(!f.length)return;let $=d.get(o(m))||[];$.push(Io[e](a(m),Math.min(r,u),f)),d.set(o(m),
$)});let p=f=>e==="whisker"||e==="tick"?{stroke:f,"stroke-width":1.5}:{fill:f};return Array.from(d,([f,m])=>h`<path d=${m.join("")} ...${f?p(f):{class:n}} />`)}
function De({figure:e}){let{names:t,axis:n,marks:o,height:s=210,most:r=10,lines:i=[],pointed:a,defs:u}=e,[c,d,p]=[60,a?18:10,t.length],f=d+s,m=Math.min(44,Fo(Et()-
74,p)),$=c+m*p,g=Math.min(r,Math.max(...t.map(M=>Array.from(M).length))),b={left:c,top:d,across:m,down:s,rows:1,columns:p},x=F(()=>{let M=Ue(n.low,n.high,f,d,n.
most),I=D=>c+(D+.5)*m,H=D=>(S,k)=>[I(D)+k,M.clamped(S)],J=(D,S)=>{let[k,j]=[R(I(S)+4),f+8];return S%an(m)?null:le(k,j,fe(D,r),{class:"small","text-anchor":"end",
transform:`rotate(-90 ${k},${j})`})};return h`<defs>${u}</defs>
      ${[Lo(c,$,M,n.words),t.map(J),Bo((d+f)/2,n.label)]}
      ${o.map(D=>as(D,p,H,Math.max(m/2,Math.min(1,m))-(m>4?1:0)))}
      ${i.map(([D,S])=>h`<path class=${S} d="M${c} ${R(M.clamped(D))}H${$}" />`)}
      ${a&&le(I(a[0]),M.clamped(a[1])-4,"▼",{"text-anchor":"middle",class:"small"})}`},[e,m]),w=[Math.max($+12,Math.min(340,Et())),f+20+7*g];return h`<${Ro} figure=${e} size=${w} grid=${b}>${x}<//>`}
function Ho({axis:e,value:t,low:n,high:o,width:s,error:r,colour:i}){let[a,u,c]=[t,n,o].map(f=>R(e.clamped(f))),d=`${v(n)} to ${v(o)}`,p=[[n>=e.low,u],[o<=e.high,
c]].map(([f,m])=>f?`M${m} 5v8`:"").join("");return h`<span class="hidden">${d}</span><svg class="whisker" viewBox=${`0 0 ${s} 18`} aria-hidden="true" style="width:${s}px;${i?
`fill:${i};stroke:${i}`:""}" ...${bn(()=>d)}>
    ${r&&h`<path class="sample-error" d="M${R(e.clamped(t-r))} 9H${R(e.clamped(t+r))}" />`}
    <path d="M${u} 9H${c}${p}" /><circle cx=${a} cy="9" r="3.5" /></svg>`}function Fo(e,t){let n=e/Math.max(1,t);return n<2?n:Math.floor(n)}function vn({rows:e,
columns:t}){let n=Math.max(...t.map(i=>i.length)),[o,s]=Ce()?[92,62]:[160,104],r=Math.min(72,Fo(Et()-o-s-2,t.length));return{left:o,top:42+Math.round(5.6*Math.min(
17,n)),across:r,down:Math.min(24,Math.max(12,Math.floor(600/e.length))),rows:e.length,columns:t.length,beyond:s,every:an(r)}}function ls(){return h`<defs><pattern id="hatched" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <path class="axis" d="M0 0V5" /></pattern></defs>`}function cs({looks:e,look:t},{left:n,top:o,across:s,down:r,rows:i,columns:a}){let u=e.map(()=>[]),c=s>14?
1:0;for(let d=0;d<i;d+=1)for(let p=0;p<a;p+=1){let f=t(d,p);u[f].push(Te(n+p*s,o+d*r,Math.max(.2,s-c),r-c))}return e.map((d,p)=>u[p].length>0&&h`<path class="cells" ...${d} d=${u[p].
join("")} />`)}function us({margins:e},{left:t,top:n,across:o,down:s,columns:r}){if(!e)return null;let i=t+r*o,a=({fill:u,words:c,tag:d,text:p},f)=>h`
    <path class="margin" d=${Te(i+4,n+f*s,12,s)} fill=${u} data-words=${c} />
    <path fill=${d?.fill} d=${Te(t-6,n+f*s+1,4,s-2)} data-words=${d?.words} />
    ${le(i+20,n+(f+.5)*s+4,p||"",{class:"small tick"})}`;return h`${e.rows.map(a)}${e.columns.map(({fill:u,words:c},d)=>h`
    <path class="margin" d=${Te(t+d*o,n-16,o,12)} fill=${u} data-words=${c} />`)}
    ${le(t-10,n-6,e.above,{class:"small tick","text-anchor":"end"})}
    ${le(i+20,n-6,e.beside,{class:"small tick"})}`}function fs({rows:e,columns:t},{left:n,top:o,across:s,down:r,every:i}){return h`${e.map((a,u)=>le(n-10,o+(u+.5)*
r+4,fe(a,Ce()?12:24),{class:"small","text-anchor":"end"}))}
    ${t.map((a,u)=>{let[c,d]=[n+(u+.5)*s+3,o-22];return u%i?null:le(c,d,fe(a,17),{class:"small",transform:`rotate(-65 ${R(c)} ${d})`})})}`}function Do({figure:e}){
let t=vn(e),{left:n,top:o,across:s,down:r,rows:i,columns:a,beyond:u}=t,[c,d]=[n+s*a,o+r*i],p=F(()=>h`${ls()}${cs(e,t)}${us(e,t)}${fs(e,t)}`,[e,s]),f=m=>{let[$,g]=[
Math.floor(m/a),m%a],[b,x]=[n+g*s,o+$*r];return`M${n} ${x+r/2}H${b}M${b+s} ${x+r/2}H${c}M${b+s/2} ${o}V${x}M${b+s/2} ${x+r}V${d}`};return h`<${Ro} figure=${e} size=${[
c+u,d+6]} grid=${t} crossed=${f}>${p}<//>`}function Po({title:e,low:t,high:n,colour:o,steps:s,missing:r}){let[i,a]=[300,12],u=d=>a+(d-t)/(n-t)*i,c=`${e} from ${v(
t,2)} to ${v(n,2)}`;return h`<svg ...${_n({title:"Colours",description:c},i+2*a+(r?130:10),36)}>
    ${Array.from({length:s},(d,p)=>h`<path class="cells" fill=${o(p/(s-1))}
      d=${Te(a+p*i/s,2,i/s+.5,12)} />`)}
    ${st(t,n,5).filter(d=>d>=t&&d<=n).map(d=>h`<path class="axis" d="M${R(u(d))} 14v4" />${le(u(d),31,String(d).replace("-","−"),{class:"tick","text-anchor":"\
middle"})}`)}
    ${r&&h`<path d=${Te(a+i+20,2,16,12)} fill="url(#hatched)" class="outlined" />
      ${le(a+i+42,12,r,{class:"tick"})}`}</svg>`}function qo({figure:e,width:t,lit:n,onLit:o}){let{x:s,y:r,lines:i,context:a,diagonal:u,dotted:c}=e,[d,p]=[Math.
round(t*.75),t<420?10:16],f={left:56,right:t-16-6*p,top:10,bottom:d-52},[m,$]=[Ue(s.low,s.high,f.left,f.right),Ue(r.low,r.high,f.bottom,f.top)],g=k=>k.map(([j,C])=>[
m(j),$(C)]),[b,x,w]=F(()=>[h`${ss(f,m,$,s.label,r.label)}${u&&h`<path class="grid" d=${ke(g([[0,0],[1,1]]))} />`}
      <path class="band" d=${ke(g(ds(e)))} /><path class="context" d=${a.map(k=>ke(g(k))).join("")} />`,new Map(i.map(({key:k,points:j})=>[k,h`<path d=${ke(g(j))} />${c&&
g(j).map(([C,X])=>h`
      <circle cx=${R(C)} cy=${R(X)} r="2.5" stroke-dasharray="none" />`)}`])),ps(i.map(k=>({...k,end:g(k.points).at(-1)||[]})),f,p)],[e,t]),M=he(null),I=k=>{let[
j,C]=Eo(M.current,k);return i.flatMap(({key:Pe,points:Me})=>g(Me).map(([yr,xr],kr)=>({key:Pe,index:kr,far:Math.hypot(yr-j,xr-C)}))).reduce((Pe,Me)=>Me.far<Pe.far?
Me:Pe,{key:null,index:0,far:30})},{onPointerMove:H,onPointerLeave:J}=bn(k=>{let{key:j,index:C}=I(k);return o(j),j===null?null:e.words(j,C)}),D=i.some(({key:k})=>k===
n),S=D?[...i.filter(({key:k})=>k!==n),...i.filter(({key:k})=>k===n)]:i;return h`<svg ref=${M} ...${_n(e,t,d)} onPointerMove=${H} onPointerLeave=${()=>{J(),o(null)}}>
    ${b}<g class=${D?"lines some":"lines"}>${S.map(({key:k,style:j})=>h`<g key=${k} class=${k===n?"lit":null} ...${j}>${x.get(k)}</g>`)}</g>${w}</svg>`}function ds({
shared:e,context:t}){if(!e||t.length<4)return[];let n=o=>t[0].map(([s],r)=>[s,Number(me(t.map(i=>i[r][1]),o))]);return[...n(.25),...n(.75).reverse()]}function ps(e,{
right:t,top:n,bottom:o},s){if(e.length>12)return[];let r=o+14;return e.sort((i,a)=>a.end[1]-i.end[1]).map(({name:i,style:a,end:[u,c]},d)=>(r=Math.min(Math.max(c,
n+12*(e.length-1-d)),r-12),h`<path class="lead" d="M${R(u)} ${R(c)}L${t+6} ${R(r)}" stroke=${a.stroke} />${le(t+9,r+3,fe(i,s),{class:"small",style:`fill:${a.stroke}`})}`))}function Uo(){let{curves:{levels:e,cutoffs:t,subsets:n},unit:o}=l,s=Vo(),r=n[_.subset]||n[""],i=(u,c)=>{let d=r[u];if(!d)return[];let[p,f]=c(d);return p.map((m,$)=>[
m,f[$]/o])},a=[{name:"levels",positions:e,shared:!0,points:u=>i(u,([c])=>[e,c]),words:(u,[c,d])=>`recall ${c}: precision ${v(d)}`,cells:([,u])=>u,head:u=>`recal\
l ${u}`},{name:"cutoffs",positions:t,dotted:!0,points:u=>i(u,([,c,d])=>[d.map(p=>p/o),c]),words:(u,[c,d])=>`first ${t[u]} documents: precision ${v(d)}, recall ${v(
c)}`,cells:([u,c])=>`${v(c)} / ${v(u)}`,head:u=>`P / R at ${u}`}];return s&&a.push({name:"roc",positions:s.false,diagonal:!0,shared:!0,points:u=>s.false.flatMap(
(c,d)=>s.true[u][d]===null?[]:[[c,Number(s.true[u][d])]]),words:(u,[c,d])=>`false positive rate ${c}: true positive rate ${v(d)}`,cells:([,u])=>u,head:u=>`at ${u}`}),
a.filter(u=>u.positions.length)}function Vo(){let{roc:e}=l;return e&&{false:e.false,...e.subsets[_.subset]||e.subsets[""]}}function zo(){let e=Go();return[...l.
runs.keys()].filter(t=>t<5||e.length<=6&&e.includes(t))}function Go(){let e=new Map;return l.runs.forEach((t,n)=>{e.has(Fe(n))||e.set(Fe(n),n)}),[...e.values()]}
function hs(e,t,n){let o=l.runs.map((d,p)=>e.points(p)),s=d=>Math.max(.1,...o.flat().map(p=>p[d])),{title:r,x:i,y:a}=Ye(e.name),u=t.filter(d=>o[d].length);return{
...e,title:r,description:"The numbers are in the table below it.",words:(d,p)=>{if(!e.shared)return`${l.runs[d].name}
${e.words(p,o[d][p])}`;let f=L(u.length,m=>o[u[m]][p][1]).slice(0,16).map(m=>u[m]);return[e.head(o[d][p][0]),...f.map(m=>`${v(o[m][p][1])}  ${l.runs[m].name}${m===
d?" ◂":""}`)].join(`
`)},x:{label:i,low:0,high:s(0)},y:{label:a,low:0,high:s(1)},lines:u.map(d=>({key:d,name:l.runs[d].name,points:o[d],style:n(d)})),context:Z().map(d=>o[d]).filter(
d=>d.length)}}function ms(){let{curves:e}=l,t=Vo(),n=new Set(_.subset in e.subsets?W():l.topics.keys()),o=l.runs.map((r,i)=>[...n].filter(a=>l.values[0][a][i]!==
null).length).filter(Boolean),s=r=>y(Math.min(...r),"topic",Math.max(...r));return A(`grey: ${Z().length<l.runs.length?"the runs that are left":"all runs"}, and\
 where they have the same recall levels the band between their quartiles`,"Interpolated precision is the best precision from the rank on that reaches the recall\
 level","precision and recall after so many documents are those of the whole cutoff, also where a run has fewer",`both are means over ${s(o)}`,t&&`ROC: over the\
 judged documents alone, averaged vertically (the true positive rate at each false positive rate) over ${s(t.topics)} with relevant and judged non-relevant docu\
ments; grey: by chance`,l.relevance_level&&`relevant from grade ${l.relevance_level}`,we())}function $s(){let{levels:e,subsets:t}=l.curves,n=t[_.subset]||t[""],
o=[.1,.5].map(i=>e.indexOf(i)).filter(i=>i>=0),s=Z().filter(i=>n[i]);if(!o.length||s.length<2)return null;let r=o.map(i=>{let a=c=>Number(n[c]?.[0][i]),u=s.reduce(
(c,d)=>a(d)>a(c)?d:c);return[U("run",u),` at recall ${e[i]} (${v(a(u)/l.unit)})`]});return ne("The highest precision has ",r.map((i,a)=>[a>0&&" and ",...i]),".")}
function gs(){return _.subset&&!(_.subset in l.curves.subsets)&&h`<p class="warning">Curves are means over all topics, not over the subset ${_.subset}.</p>`}function _s(e){
let t=he(new Map).current;for(let o of[...t.keys()])e.includes(o)||t.delete(o);for(let o of e){let s=[...t.values()];t.has(o)||t.set(o,[...l.runs.keys()].findIndex(
r=>!s.includes(r)))}let n=de();return o=>({...We(t.get(o)||0),..._.colour?{stroke:n.ofRun(o)}:{}})}function Ko(e){return e?`${e} of ${y(l.runs.length,"run")} dr\
awn`:"no run is drawn: choose some in the list"}function Wo(e){let t=[...e].sort((n,o)=>n-o);P({curves:t.map(n=>l.runs[n].name)}),K(Ko(t.length))}function bs(){
let{curves:e,colour:t,filter:n,only:o,subset:s}=_,[r,i]=B(null),a=[...l.runs.keys()].filter(m=>e.includes(l.runs[m].name)),u=_s(a),c=F(()=>{let m=g=>h`<svg class="sample" viewBox="0 0 26 10" aria-hidden="true">
      ${a.includes(g)&&h`<path d="M0 5H26" stroke-width="3" ...${u(g)} />`}</svg>`,$=l.runs.map(({name:g},b)=>({key:b,name:g,before:m(b),near:()=>i(b)}));return h`<${ut} title=${`\
Runs, the best first by ${O(l.first_measure)}`} items=${$} checked=${a} changed=${Wo} />`},[e,t]),d=F(()=>Uo().map((m,$,{length:g})=>{let b=hs(m,a,u),x=Number(te(
"curves").querySelector(".content")?.clientWidth);return{figure:b,width:Math.max(280,Math.min(660,Math.floor(x/g)-20)),table:h`<${ce} title=${b.title} heads=${[
"run",...m.positions.map(m.head)]}
        rows=${()=>a.map(w=>[l.runs[w].name,...m.points(w).map(m.cells)])} />`}}),[e,t,n,o,s]),p=(m,$)=>h`<${Q} pressed=${()=>Wo($())}>${m}<//>`,f=()=>L(l.runs.
length,m=>N(_.measure,Y(_.measure,m)));return h`${$s()}<${oe}>${p("Best 5",()=>f().filter(ve).slice(0,5))}
      ${l.runs.some(m=>m.group)&&p("Best of each group",()=>Go().filter(ve))}
      ${p("All",Z)}${p("None",()=>[])}<span class="caption">${Ko(a.length)}</span><//>
    <div onPointerLeave=${()=>i(null)}>${c}</div>${gs()}${t&&h`<${ue} listed=${Le(de())} />`}
    <div class="columns">${d.map(({figure:m,width:$,table:g})=>h`<div><h3>${m.title}</h3>
      <${qo} figure=${m} width=${$} lit=${r} onLit=${i} />${g}</div>`)}</div>${ms()}`}re({id:"curves",title:"Precision and recall",order:20},()=>Uo().length?h`<${bs} />`:
A("There are no curves: no topic was averaged, or the judgments are a sample"));var wn=new Map;function xn(e){if(!wn.has(e)){let{docs:t,runs:n}=l.first.topics[e],o=t.map(()=>0);for(let s of n)for(let r of new Set(s))o[r]+=1;wn.set(e,o)}return wn.
get(e)}function vs(e){return e>=Number(l.relevance_level)?["relevant","●",`relevant${e>1?`, grade ${e}`:""}`]:e>=0?["nonrelevant","○",`not relevant${e>0?`, \
grade ${e}`:""}`]:e===-1?["unjudged","?","unjudged"]:[l.unjudged?.junk?"nonrelevant":"unjudged","×",Pt()]}function Wt(e){let[t,n,o]=vs(e);return h`<span class="grade ${t}"><span aria-hidden="true">${n} </span>${o}</span>`}
function Ut(e){let[t,n]=Object.hasOwn(l.texts,e)?l.texts[e]:["",""];return h`${T(e,1/0)}${t&&h`<bdi class="doc title">${t}</bdi>`}${n&&h`<bdi class="doc">${n}</bdi>`}`}
function ws(e,t,n){let{docs:o,grades:s,runs:r}=l.first.topics[t],i=xn(t),a=q(e,t,n),u=a===null?"not evaluated on this topic":`${O(e)} ${v(a,l.measures[e].digits)}\
, rank ${ze(e,t,n)}`,c=r[n].map((d,p)=>[String(p+1),Wt(s[d]),Ut(o[d]),...l.runs.length>1?[String(i[d]-1)]:[]]);return h`<div class="first" key=${n}><h4>${U("run",
n)} ${u}</h4>
    ${c.length?h`<${pe} title="First documents of ${G(l.runs[n].name)}" rows=${c}
      heads=${[["rank","number"],["judgment","text"],["document","prose"],...l.runs.length>1?[["others","number"]]:[]]} />`:h`<p>The run retrieved nothing for this topic.</p>`}</div>`}
var yn={best:"best",median:"median",chosen:"chosen run",none:"no other run"};function Jo(){let{measure:e,topic:t,run:n}=_,[o,s]=B(["best",l.runs.length>1?"media\
n":"none"]),r=Se("a"),i=L(l.runs.length,f=>N(e,q(e,t,f))),a=i.filter(f=>q(e,t,f)!==null),u={best:a[0],median:a[Math.floor(a.length/2)],chosen:n},c=f=>u[f]??Number(
f),d=(f,m)=>{let g=[...Object.keys(yn).filter(b=>m||b!=="none").map(b=>[b,b==="none"?yn.none:`${yn[b]}: ${l.runs[c(b)].name}`]),...i.map(b=>[b,`${l.runs[b].name}\
 ${v(q(e,t,b),l.measures[e].digits)}`])];return h`<${Je} words=${f} options=${g} value=${o[m]}
      changed=${b=>s(o.map((x,w)=>w===m?b:x))} />`},{depth:p}=l.first;return h`<h3>What the runs found first</h3>
    ${l.runs.length>1&&h`<${oe}>${["Documents of","beside those of"].map(d)}<//>`}
    <div class="columns" ref=${r}>${[...new Set(o.filter(f=>f!=="none").map(c))].map(f=>ws(e,t,f))}</div>
    ${A(`The first ${p} documents of a run on the topic above`,l.runs.length>1&&`others: how many of ${y(l.runs.length-1,"other run")} have the document among t\
heir first ${p}`,qt(),"unjudged: not in the judgments",l.unjudged?.negative.flat().some(Boolean)&&`${Pt()}: in the judgments with a grade below 0`)}`}var bt=50,kn={id:["topic",()=>L(l.topics.length,e=>e,!0)],hardest:["difficulty, hardest first (median of the runs)",e=>L(l.topics.length,t=>N(e,$e(_e(e,t))),!0)],
relevant:["number of relevant documents",()=>L(l.topics.length,e=>l.topics[e].relevant)]},On={value:["value, best first",e=>L(l.runs.length,t=>N(e,Y(e,t)))],name:[
"name",()=>L(l.runs.length,e=>l.runs[e].name.toLowerCase(),!0)],group:["group",()=>L(l.runs.length,e=>Fe(e).toLowerCase(),!0)]},Vt=()=>_.heat==="residual";function Yo(e){
let[t,n]=Ee(e);return{of:(s,r)=>q(e,s,r),low:t,high:n,colour:s=>sn(s)}}function ys(e){if(!Vt())return Yo(e);let t=l.topics.map((r,i)=>Number($e(_e(e,i)))),n=(r,i)=>{
let a=q(e,r,i);return a===null?null:a-t[r]},o=Math.max(1e-9,...t.flatMap((r,i)=>l.runs.map((a,u)=>Math.abs(n(i,u)||0)))),s=l.measures[e].lower_is_better?1:0;return{
of:n,low:-o,high:o,colour:r=>sn(Math.abs(s-r),ho)}}function xs({low:e,high:t},n){return n===null?bt:Math.round((n-e)/(t-e)*(bt-1))}function ks({colour:e}){return[
...Array.from({length:bt},(t,n)=>e(n/(bt-1))),"url(#hatched)"].map(t=>({fill:t}))}function Xo({low:e,high:t,colour:n},o){return o===null?"url(#hatched)":n((o-e)/
(t-e))}function Os(e,t,n,o){let{digits:s}=l.measures[e],[r,i]=[Yo(e),de()],a=n.map(c=>{let d=G(l.runs[c].name),p=Ge(e,c,t),f=Vt()?He(t.map($=>o.of($,c))):p,m=i.
name&&ge(i.name,c);return{fill:Xo(o,f),text:v(p,s?4:1),words:`${d}
${Vt()?"mean difference from the median":"mean"} ${v(f,s?4:1)}`,tag:{fill:i.ofRun(c),words:m?`${d}
${i.name} ${G(m)}`:d}}}),u=t.map(c=>{let d=$e(_e(e,c));return{fill:Xo(r,d),words:`${It(c)}
median of all runs ${v(d,s)}`}});return{rows:a,columns:u,above:"median of all runs",beside:Ne(e)?"geometric mean":"mean"}}function Ss(e,t,n,o,s,r){let{title:i,x:a,
y:u}=Ye("heat-map",{measure:O(e),...o}),c=p=>({topic:t[p%t.length],run:n[Math.floor(p/t.length)]}),d={title:`${i}: ${y(n.length,"run")} on ${y(t.length,"topic")}`,
description:`Rows: ${u}. Columns: ${a}.`,item:"cell",opens:"opens the topic",rows:n.map(p=>l.runs[p].name),columns:t.map(p=>`${l.topics[p].id} ${l.topics[p].title||
""}`.trim()),looks:ks(s),look:(p,f)=>xs(s,s.of(t[f],n[p])),margins:Os(e,t,n,s),words:p=>{let{topic:f,run:m}=c(p);return`${It(f)}
${G(l.runs[m].name)}
${Qo(e,f,m)}`},open:p=>ft("topic",c(p).topic),pick:p=>r({figure:d,...c(p)})};return d}function Qo(e,t,n){let o=q(e,t,n);return o===null?"not evaluated":`${O(e)}\
 ${v(o,l.measures[e].digits)}, rank ${ze(e,t,n)}`}function Ms(e){let{measure:t}=_,[n,o]=[new Set(W()),new Set(Z())],[[s,r],[i,a]]=[kn[_.topics_by]||kn.hardest,On[_.
runs_by]||On.value],[u,c]=[r(t).filter(g=>n.has(g)),a(t).filter(g=>o.has(g))];if(!c.length||!u.length)return null;let[d,p,f]=[ys(t),l.values[t].some(g=>g.includes(
null)),de()],m=Ss(t,u,c,{topics:s,runs:i},d,e),{every:$}=vn(m);return{figure:m,above:h`<div class="legend"><${Po} title=${O(t)} ...${d} steps=${bt} missing=${p&&
"not evaluated"} />
      ${f.name&&h`<${ue} listed=${Le(f)} />`}</div>`,below:h`${A(`${O()} of each run on each topic${Vt()?", less the median of all runs on the topic: blue is be\
tter, orange is worse":""}`,we(),"on the right the mean of each run, above the median of each topic",`topics by ${s}`,`runs by ${i}`,$>1&&`one topic of ${$} is \
named`,"rank: 1 + the number of runs with a better value")}
      <${ce} title=${`${O()} by topic and run`} heads=${["topic","median of all runs",...c.map(g=>l.runs[g].name)]}
        rows=${()=>u.map(g=>[l.topics[g].id,$e(_e(t,g)),...c.map(b=>q(t,g,b))])} />`}}function js(e){let t=Z(),n=W().map(i=>{let a=t.map(d=>q(e,i,d)),[u,c]=[.25,
.75].map(d=>me(a,d));return{topic:i,low:u,high:c,spread:u===null||c===null?0:c-u}});if(!n.length||t.length<2)return null;let o=n.reduce((i,a)=>a.spread>i.spread?
a:i),{digits:s}=l.measures[e],{title:r}=l.topics[o.topic];return o.spread>0&&ne("Runs differ most on topic ",U("topic",o.topic),r&&` (${r})`,`: the middle half \
of them has ${O(e)} from ${v(o.low,s)} to ${v(o.high,s)}.`)}function Cs(){let{measure:e,heat:t,topics_by:n,runs_by:o,filter:s,only:r,subset:i,colour:a}=_,[u,c]=B(
null),d=F(()=>Ms(c),[e,t,n,o,s,r,i,a]),p=l.topics.some($=>$.relevant!==null),f=$=>Object.entries($).filter(([g])=>g!=="relevant"||p).map(([g,[b]])=>[g,b]),m=F(()=>js(
e),[e,i,s,r]);return h`${m}<${oe}><${ae} words="Topics by" name="topics_by" options=${f(kn)} />
      <${ae} words="Runs by" name="runs_by" options=${f(On)} />
      <${ae} words="Cells show" name="heat" options=${[["","values"],["residual","values less the topic's median"]]} /><//>
    ${d?h`${d.above}<${Do} figure=${d.figure} /><p class="readout">${u&&u.figure===d.figure?h`<b>${Qo(e,u.topic,u.run)}</b> · topic ${U("topic",u.topic)} · run ${U(
"run",u.run)}`:"Click a cell, or move with the arrow keys, to see which it is."}</p>${d.below}`:A("No run is left by the filter, or no topic is in the subset")}`}
re({id:"heatmap",title:"Topics and runs",order:30,there:()=>l.runs.length>1&&l.topics.length>1},Cs);var er=[{sign:"†",says:"does not answer exactly the judged topics",of:({missing:e,left_out:t,extra:n})=>[[e,"missing"],[t,"left out"],[n,"ignored"]].filter(([
o])=>o.length).map(([o,s])=>`${o.length} ${s}`).join(", ")},{sign:"‡",says:"has documents that share their score with another of the same topic",of:({tied:e})=>e?
`${e} tied`:""},{sign:"§",says:"was repaired before the evaluation, lines changed",of:({repairs:e})=>Object.entries(e).map(([t,n])=>`${t}: ${n}`).join(", ")}],
Ts=40,Ns="The standard error that the sample of judgments leaves";function As(e,t){let n=de(),o=ie(e),s=Xe(o),r=s?" of mean":"",i=Ce(),[a,...u]=gt(({run:p})=>p,
Ls),c=Object.entries({..._.subset&&{"all topics":[...l.topics.keys()]},...l.subsets}).filter(([p])=>p!==_.subset);return[a,t&&{name:`${Ve()} interval${r}`,key:"\
interval",value:({mean:p})=>p,cell:({run:p,mean:f,low:m,high:$,error:g})=>typeof m!="number"?"–":h`<${Ho} axis=${t} value=${f} low=${m} high=${$} error=${g} width=${zt()} colour=${n.
ofRun(p)} />`,under:h`<span class="ends" style="width:${zt()}px"><span>${t.low}</span><span>${t.high}</span></span>`},...u.map(p=>({...p,key:p.name,rare:i})),{name:"\
rank",key:"rank",rare:i,kind:"begins",rising:!0,digits:0,value:({rank:p})=>p},...L(l.measures.length,p=>Number(i&&p===e)).map(p=>({...Rs(p,p===e),key:l.measures[p].
label})),...c.map(p=>Es(e,p)),s&&{name:"mean",kind:"begins",value:({mean:p})=>p},...o?[{name:`ranks${r}`,key:"ranks",kind:"begins",rising:!0,help:l.words.ranks.
text,value:({rankLow:p,rankHigh:f})=>p+f/1e4,cell:({rankLow:p,rankHigh:f})=>p===f?`${p}`:`${p}–${f}`},...o.letters?[{name:"letters",key:"letters",rare:!0,text:!0,
help:`Runs that share one are ${l.words.pairs.not_shown} than each other`,value:p=>p.position,cell:p=>p.letters}]:[]]:[]].filter(Boolean)}function tr({key:e,rare:t}){
return!e||!!t===_.columns.includes(e)}function Es(e,[t,n]){let{digits:o,lower_is_better:s}=l.measures[e];return{name:`${O(e)}: ${t}`,key:`subset ${t}`,rare:!0,rising:s,
digits:o,help:`${O(e)} over the ${y(n.length,"topic")} of the subset ${t}`,value:({run:r})=>Y(e,r,n)}}function Rs(e,t){let{label:n,digits:o,lower_is_better:s}=l.
measures[e],r=l.runs.map((d,p)=>Y(e,p)),i=r.filter(d=>d!==null),[a,u]=[Math.min(...i),Math.max(...i)],c=o&&a<u?s?a:u:null;return{name:n,rising:s,kind:t?"by":"",
value:({run:d})=>r[d],clicked:t?void 0:()=>{P({measure:e,sort:""},{section:"leaderboard"}),K(`Leaderboard by ${n}`)},cell:({run:d})=>{let[p,f]=[r[d],_.subset?null:
l.errors[e][d]],m=p!==null&&p===c?h`<strong>${v(p,o)}</strong>`:v(p,o);return f===null?m:[m,h`<span class="caption" title=${Ns}> ± ${v(f,o)}</span>`]}}}function Ls(e){
return er.filter(({of:t})=>t(l.runs[e])).map(({sign:t,of:n})=>h`<sup title=${n(l.runs[e])}>${t}</sup>`)}function Bs(){return er.flatMap(({sign:e,says:t,of:n})=>{
let o=l.runs.filter(i=>n(i)),s=o.slice(0,5).map((i,a)=>[a?", ":"",T(i.name),` (${n(i)})`]),r=o.length>5?` and ${o.length-5} more`:"";return o.length?[[`${e} ${t}\
: `,...s.flat(),r]]:[]})}function Is(e,t){let n=ie(e),o=O(e),{summary:s,lower_is_better:r}=l.measures[e],i=!n&&!l.not_compared&&!t&&!_.subset,a=n?n.notes:[`${o}\
: ${s} over topics; ${we()}`,_.subset?h`<strong>${Ke(o)}</strong>`:Ke(o)],u=[[!n&&t,`interval: ${l.measures[e].interval}`],[i,`there are no intervals: ${o} is n\
o mean, or not all runs have the same topics`],[Xe(n),`rank, ${o}: ${s} over the topics of each run; everything else is of the mean`],[!n&&r,`${o}: less is bett\
er`],[!_.subset&&l.errors[e].some(c=>c!==null),`±, and the thick part of intervals: the standard error that the sample of judgments leaves in ${o} on these top\
ics; intervals hold it and that of the topics`],[l.runs.length>1,"bold: the best value of each measure, counts aside"]];return[...a,...u.filter(([c])=>c).map(([
,c])=>c),...Bs(),...l.refused?[["refused and not listed: ",h`<a href="#about">${y(l.refused,"run")}</a>`]]:[]]}function Zo(e,t){let{summary:n}=l.measures[e],o=ie(
e);return[`${n} over ${y(W().length,"topic")}${se()}`,t&&`${Ve()} intervals of each mean`,o&&`ranks: ${Ve()} confidence`].filter(Boolean).join("; ")}function Hs({
rows:e,axis:t,group:n}){let o=de(),s=e.filter(({low:$})=>typeof $=="number"),r=s.filter(({run:$})=>n?.runs.has($)).map(({run:$})=>$),i=new Map([...s].reverse().
map(({run:$})=>[o.ofRun($),$])),a=s.length<=Ts,u=new Set([...i.values(),r[0],r[r.length-1],_.run,_.other,_.against]),c=a?18:7,d=8+c*s.length,[p,f]=[190,zt()],m=0;
return h`<svg class="figure" role="img" aria-label="Leaderboard by ${O()}. ${y(s.length,"run")} with their intervals." viewBox=${`0 0 ${p+f+70} ${d+24}`}>
    ${t.ticks.map($=>h`<path class="grid" d=${`M${p+t($)} 0V${d}`} /><text class="tick" text-anchor="middle" x=${p+t($)} y=${d+16}>${$}</text>`)}
    <path class="near-band" d=${s.map(({run:$},g)=>r.includes($)?`M0 ${8+c*g}H${p+f+70}v${c}H0z`:"").join("")} />
    ${s.map(({run:$,mean:g,low:b,high:x},w)=>{let M=8+c*(w+.5),[I,H,J]=[g,b,x].map(S=>p+t.clamped(S)),D=a||u.has($)&&M>=m;return D&&(m=M+12),h`<path d=${`M${H} ${M}\
H${J}`} stroke=${o.ofRun($)} stroke-width="1.4" /><circle cx=${I} cy=${M} r=${a?3.5:2.4} fill=${o.ofRun($)} />
        ${D&&h`<text x=${p-10} y=${M+4} text-anchor="end">${fe(l.runs[$].name)}</text>
          <text x=${p+f+10} y=${M+4}>${v(g,l.measures[_.measure].digits)}</text>`}`})}</svg>`}var zt=()=>Ce()?64:window.innerWidth<1e3?128:320;function Fs(e,t){
let n=t.filter(({low:a})=>a!=null);if(!n.length)return null;let[o,s]=Ee(e),[r,i]=[Math.max(o,Math.min(...n.map(({low:a})=>a))),Math.min(s,Math.max(...n.map(({high:a})=>a)))];
return Ue(r,i>r?i:r+1,4,zt()-4,5)}function Ds(){let e=mt().map(t=>({name:t,values:Re(t)})).filter(({values:t})=>t.length>1);return e.length?h`<details class="data"><summary>Choose ${e.
map(({name:t})=>t==="group"?"groups":t).join(", ")}</summary>
    ${e.map(({name:t,values:n})=>{let o=s=>s.startsWith(`${t}:`);return h`<${ut} title=${t==="group"?"Groups":t} items=${n.map(s=>({key:`${t}:${s}`,name:s}))}
        checked=${_.only.filter(o)} changed=${s=>{P({only:[..._.only.filter(r=>!o(r)),...s].sort()})}} />`})}</details>`:null}function Ps({columns:e}){let t=e.filter(
({key:o})=>o),n=o=>{let s=t.filter(({key:r,rare:i})=>o.has(r)===!!i).map(({key:r})=>String(r));P({columns:[..._.columns.filter(r=>!t.some(i=>i.key===r)),...s].sort()})};
return h`<details class="data"><summary>Choose columns</summary>
    <${ut} title="Columns" items=${t} checked=${t.filter(tr).map(({key:o})=>o)} changed=${n} /></details>`}function qs(e){let t=e.findIndex(({name:s})=>s===_.sort.
replace(/^-/,""));if(t>=0)return{column:t,ascending:!_.sort.startsWith("-")};let n=e.findIndex(({kind:s})=>s&&s.split(" ").includes("by")),o=n>=0?n:e.findIndex(
({name:s})=>s==="rank");return{column:o,ascending:!!e[o].rising}}function Ws(){let[e,t]=B(""),n=he(null);return ee(()=>{let o=n.current.nextElementSibling,s=()=>{
let{right:i}=o.getBoundingClientRect(),a=[...o.querySelectorAll("thead th")].filter(u=>u.getBoundingClientRect().right>i+8);o.classList.toggle("cut",a.length>0),
t(a.map(u=>u.querySelector("button").textContent).join(", "))};o.addEventListener("scroll",s,{passive:!0});let r=new ResizeObserver(s);for(let i of[o,o.firstChild])
r.observe(i)},[]),h`<p class="caption more" hidden=${!e} ref=${n}>Further to the right: ${e} →</p>`}function Us({measure:e}){let t=ko(e),n=t.filter(({run:m})=>ve(
m)),o=Fs(e,t),s=As(e,o),r=de(),i=s.filter(tr),a=Oo(e),u=[{d:"M1 0h14v12h-14z",class:"near-band"},a&&a.run>=0?`are not shown to differ from ${l.runs[a.run].name}`:
l.words.best.not_shown],c=l.runs.map(m=>m.averaged),[d,p]=[Math.min(...c),Math.max(...c)],f=`${n.length} of ${y(t.length,"run")}`;return ee(()=>K(f),[_.filter,_.
only]),h`
    ${d<p&&h`<p class="warning">Averaged over ${y(d,"topic",p)}: the runs are not comparable.</p>`}
    <${oe}>
      <${lt} words="Filter by run or group" value=${_.filter} changed=${m=>P({filter:m},{again:!0})} />
      ${l.boards.length>0&&h`<${ae} words="Shade runs that" name="against" options=${[[-1,l.words.best.not_shown],...it().map(([m,$])=>[m,`are not shown to diff\
er from ${$}`])]} />`}
      ${mt().length>1&&h`<${ae} words="Colour by" name="colour" options=${mt().map(m=>[m,m])} value=${r.name} />`}
      <span class="caption">${f}</span>
    <//>
    <${oe}><${Ds} /><${Ps} columns=${s} /><//>
    <${ue} listed=${[...o?Le(r):[],...a?[u]:[]]} />
    ${o&&h`<div class="picture" aria-hidden="true"><${Hs} rows=${[...n].sort((m,$)=>Number(m.rank)-Number($.rank))} axis=${o} group=${a} />
      <p class="caption">${Zo(e,!0)}</p></div>`}
    <${Ws} />
    <${ye} columns=${i} rows=${n} sorted=${qs(i)} kind="frozen" most=${200} empty="No run has these words."
      title="Leaderboard by ${O()}${_.subset&&`, ${y(W().length,"topic")}${se()}`}"
      sortedBy=${({name:m},$)=>P({sort:`${$?"":"-"}${m}`},{section:"leaderboard"})}
      rowAttributes=${({run:m})=>({key:m,class:a&&a.runs.has(m)?m===a.run?"near reference":"near":null})} />
    <p class="caption">${Zo(e,!!o)}.</p>
    ${a&&h`<p class="caption">${So(a)}.</p>`}
    <details class="data"><summary>How this was computed</summary><ul class="notes">${Is(e,o).map(m=>h`<li>${m}</li>`)}</ul></details>`}re({id:"leaderboard",title:"\
Leaderboard",order:10},()=>{let{measure:e,filter:t,only:n,against:o,columns:s,sort:r,subset:i,colour:a}=_;return F(()=>h`<${Us} measure=${e} />`,[e,t,n,o,s,r,i,
a])});var Sn=["auto","light","dark"];function Vs(){let e=te("theme"),t=0;e.hidden=!1,e.addEventListener("click",()=>{t=(t+1)%Sn.length,document.documentElement.dataset.
theme=Sn[t],e.textContent=`Theme: ${Sn[t]}`})}function nr(e,t=()=>{}){document.addEventListener("unpacked",n=>{Vs();for(let o of document.querySelectorAll(".ver\
dict, nav ul"))at(o,"a");e(n.detail),document.documentElement.dataset.ready="yes",t()},{once:!0})}var[or,rr]=["var(--hue-0)","var(--hue-1)"];function zs(e,t,n){let{digits:o}=l.measures[e];return W().map(s=>({topic:s,row:l.values[e][s]})).filter(({row:s})=>s[t]!==
null&&s[n]!==null).map(({topic:s,row:r})=>({topic:s,difference:(Number(r[t])-Number(r[n]))/(o?l.unit:1)}))}function Gs(e,t,n){let o=n.reduce((r,i)=>r+i,0)/n.length,
s=n.reduce((r,i)=>r+(i-o)**2,0);return Ne(e)||s<1e-12?0:t.quantile*Math.sqrt(s/(n.length-1)/n.length)}function Ks(e,t,n,o){let s=o.filter(({difference:g})=>N(e,
g)>0).length,r=o.filter(({difference:g})=>N(e,g)<0).length,i=[t,n].map(g=>Number(Ge(e,g,o.map(({topic:b})=>b)))),a=ie(e),[u,c,d]=a?[a.p,a.corrected,a.errors].map(
g=>un(a,t,n,g)):[null,null,null],p=a&&Gs(e,a,o.map(({difference:g})=>g)),f=[...p?[[`${Ve()} interval`,[-1,1].map(g=>be(i[0]-i[1]+g*p)).join(" to ")]]:[],...u===
null?[]:[["p of this pair",Rt(u)]],...a&&c!==null?[[`p among all ${a.corrected.length.toLocaleString("en")} pairs`,Rt(c)]]:[],...d===null?[]:[["standard error o\
f the sample",v(d)]]],m=[Ne(e)?"geometric mean":"mean","difference","topics won","topics tied",...f.map(([g])=>g)],$=(g,b,x,w)=>[U("run",g),v(b),be(b-x),String(
w),String(o.length-s-r),...f.map(([,M])=>M)];return h`<${pe} title="${O(e)} of both runs over ${y(o.length,"topic")}" few=${!0}
    heads=${[["run","text"],...m.map(g=>[g,"number"])]} rows=${[$(t,i[0],i[1],s),$(n,i[1],i[0],r)]} />`}function Js(e,t,n,o){let s=o.filter(({difference:d})=>N(
e,d)>0).length,r=o.filter(({difference:d})=>N(e,d)<0).length,[i,a]=[t,n].map(d=>Number(Ge(e,d,o.map(({topic:p})=>p)))),u=ie(e),c=u&&un(u,t,n,u.p);return ne(T(l.
runs[t].name)," is better than ",T(l.runs[n].name),` on ${s} of ${y(o.length,"topic")}, worse on ${r}; `,`the ${Ne(e)?"geometric means":"means"} differ by ${be(
i-a)}${c===null?"":` (p of this pair ${Rt(c)})`}.`)}function sr(e,t,n,o){let[s,r]=[t,n].map(i=>G(fe(l.runs[i].name,o)));return Ye("difference",{measure:O(e),run:s,
other:r})}function Xs(e,t,n,o){let{digits:s,lower_is_better:r}=l.measures[e],i=sr(e,t,n,20),a=Math.max(...o.map(({difference:f})=>Math.abs(f)))||1,[u,c]=st(-a,a,
7),d=Math.max(0,Math.ceil(-Math.log10(c-u)-1e-9)),p=(f,m)=>`${G(l.runs[f].name)} ${v(q(e,m,f),s)}`;return{title:i.title,description:`Bars ${r?"below zero are ga\
ins, bars above":"above zero are gains, bars below"} are losses.`,axis:{label:i.x,low:-a,high:a,most:7,words:f=>be(f,d)},height:318,marks:[{kind:"bar",of:f=>o[f].
difference?[0,o[f].difference]:null,colour:f=>N(e,o[f].difference)>0?or:rr}],lines:[[0,"axis"]],...dt(o,({topic:f,difference:m})=>`${p(t,f)}
${p(n,f)}
difference ${be(m,s)}`)}}function Ys(e,t){let n=e&&(e.p?"p of this pair: by itself, for two runs chosen beforehand":"p of this pair alone: by the command of thi\
s section");return e?`${e.test}, two-sided; ${n}; p among all pairs: corrected together; ${e.over.join("; ")}`:!_.subset&&Ke(O(t))}function Qs(e,t,n){let o=zs(e,
t,n);if(t===n||!o.length)return h`<p>${t===n?"Choose two different runs.":"No topic was evaluated for both runs."}</p>`;let s=_.pair_by==="topic"?o:L(o.length,c=>N(
e,o[c].difference)).map(c=>o[c]),[r,i]=[t,n].map(c=>G(fe(l.runs[c].name,40))),a=ie(e),u=(c,d)=>[{fill:c,d:"M3 0h10v12h-10z"},d];return h`${Js(e,t,n,o)}${Ks(e,t,
n,o)}
    ${!a&&_.subset&&h`<p class="warning">${Ke(O(e))}</p>`}
    <${ue} listed=${[u(or,`above zero: ${r} is better`),u(rr,`below zero: ${i} is better`)]} />
    <${De} figure=${Xs(e,t,n,s)} />
    ${A(sr(e,t,n,40).x,`${y(o.length,"topic")}${se()} that both were evaluated on`,l.dialect&&`dialect ${l.dialect}`,"tied: equal in all decimals shown",Ys(a,e))}
    <${ce} title="${O(e)} of both runs" heads=${["topic",l.runs[t].name,l.runs[n].name,"difference"]}
      rows=${()=>s.map(({topic:c,difference:d})=>[l.topics[c].id,...[t,n].map(p=>q(e,c,p)),d])} />`}re({id:"pair",title:"Two runs",order:40,there:()=>l.runs.length>
1},()=>{let{measure:e,run:t,other:n,subset:o,pair_by:s}=_,r=F(()=>Qs(e,t,n),[e,t,n,o,s]),i=()=>{P({run:n,other:t}),K(`${l.runs[n].name} compared with ${l.runs[t].
name}`)};return h`<${oe}><${ae} words="Run" name="run" options=${it()} />
      <${ae} words="Compared with" name="other" options=${it()} /><${Q} pressed=${i}>Swap<//>
      <${ae} words="Topics by" name="pair_by" options=${[["gain","difference, largest gain first"],["topic","topic"]]} /><//>
    <div>${r}</div>`});function ar(e,t,n){return{value:t[n],rank:Bt(e,t,n),...Lt(e,t)}}re({id:"participants",title:"One run",order:90},()=>{let{run:e,measure:t,subset:n}=_,[o,s]=B(""),
r=c=>[...l.runs.keys()].filter(d=>!c||l.runs[d].group===c);r(o).includes(e)||s("");let i=Re("group"),a=c=>{s(c),r(c).includes(e)||P({run:r(c)[0]})},u=[[ei,t,n],
[ti,t,n],[ni,t,n],[ri,n],[ii],[li,n],[ci]];return h`<${oe}>
      ${i.length>0&&h`<${Je} words="Group" value=${o} changed=${a} options=${[["","all groups"],...i.map(c=>[c,c])]} />`}
      <${Je} words="Run" options=${r(o).map(c=>[c,l.runs[c].name])} value=${e}
        changed=${c=>P({run:Number(c)})} /><//>
    ${u.map(([c,...d])=>F(()=>h`<div>${c(e,t)}</div>`,[e,...d]))}`});function Zs(e){let{measure:t}=_,{digits:n}=l.measures[t],o=l.runs.map((a,u)=>Y(t,u)),s=lr(e,
t),r=s.filter(({difference:a})=>N(t,a)>0).length,i=`: ${O(t)} ${v(o[e],n)}`;return l.runs.length===1?ne(T(l.runs[e].name),i,` over ${y(s.length,"topic")}.`):ne(
T(l.runs[e].name),i,`, rank ${Bt(t,o,e)}; better than the median of all runs on ${r} of ${y(s.length,"topic")}.`)}function ei(e){let{name:t,group:n,retrieved:o,
averaged:s}=l.runs[e],r=[...l.runs.keys()].filter(i=>n&&i!==e&&l.runs[i].group===n);return h`${Zs(e)}<h3>${T(t,1/0)}</h3>
    <p class="facts">${ht().filter(i=>ge(i,e)).map(i=>h`${i} ${T(ge(i,e))} · `)}${y(o,"document")} retrieved · ${y(s,"topic")} evaluated${r.length>0&&h` · other runs of the group: ${r.
map((i,a)=>h`${a>0&&", "}${U("run",i)}`)}`}</p>`}function ti(e,t){if(l.runs.length===1)return h`<${pe} title="The run by every measure" few=${!0} heads=${[["mea\
sure","text"],["value","number"]]}
      rows=${l.measures.map(({digits:o},s)=>[O(s),v(Y(s,e),o)])} />${A(we(!1))}`;let n=l.measures.map(({digits:o},s)=>{let{value:r,rank:i,best:a,bestRun:u,median:c,
worst:d}=ar(s,l.runs.map((p,f)=>Y(s,f)),e);return[O(s)+(s===t?" (chosen)":""),v(r,o),i,v(a,o),U("run",u),v(c,o),v(d,o)]});return h`<${pe} title="The run by every measure" rows=${n} heads=${[
["measure","text"],["value","number"],["rank","number"],["best","number"],["best run","text"],["median","number"],["worst","number"]]} />
    ${A("Best, median and worst of all runs; equal values share the best of their ranks",we(!1))}`}function lr(e,t){return W().map(n=>({topic:n,...ar(t,_e(t,n),
e)})).filter(({value:n})=>n!==null).map(n=>({...n,difference:Number(n.value)-Number(n.median)})).sort((n,o)=>N(t,o.difference-n.difference)||n.topic-o.topic)}function ni(e,t){
let{digits:n,lower_is_better:o}=l.measures[t],s=lr(e,t);if(!s.length)return h`<p>The run was not evaluated on any topic.</p>`;if(l.runs.length===1)return null;let r=O(
t),i=s.filter(({difference:g})=>N(t,g)<0).reverse(),a=s.filter(({difference:g})=>N(t,g)>0),[u,c]=o?["below","above"]:["above","below"],d=g=>v(g,n),p=i.slice(0,10).
map(({topic:g,value:b,median:x,difference:w,rank:M})=>[U("topic",g),T(l.topics[g].title||"–",60),d(b),d(x),be(w,n),M]),[f,m]=Ee(t),$={title:`${r} of the run o\
n ${y(s.length,"topic")}`,description:"Between the worst and the best run of each topic, with the median.",axis:{label:r,low:f,high:m},height:260,marks:[{kind:"\
bar",class:"reach",half:6,of:g=>[s[g].worst,s[g].best]},{kind:"tick",half:6,of:g=>s[g].median},{kind:"point",of:g=>s[g].value}],...dt(s,({value:g,rank:b,best:x,
bestRun:w,median:M,worst:I,difference:H})=>`the run ${d(g)}, rank ${b}
median ${d(M)}, difference ${be(H,n)}
best ${d(x)}: ${G(l.runs[w].name)}
worst ${d(I)}`)};return h`<h3>${r} by topic</h3>
    <${ue} listed=${[[{d:"M8 1a5 5 0 1 0 .1 0z",class:"own"},"the run"],[{d:"M2 6H14",class:"median"},"median of all runs"],[{d:"M5 0h6v12h-6z",class:"reach"},"\
from the worst to the best run"]]} />
    <${De} figure=${$} />
    ${A("Topics by the difference to the median, the largest gain first",`${u} the median on ${a.length} and ${c} it on ${i.length} of ${y(s.length,"topic")}`,we(
!1))}
    <${ce} title="${r} of the run by topic" heads=${["topic","value","rank","best","median","worst","difference to the median"]}
      rows=${()=>s.map(({topic:g,value:b,rank:x,best:w,median:M,worst:I,difference:H})=>[l.topics[g].id,d(b),x,d(w),d(M),d(I),be(H,n)])} />
    ${p.length?h`<h3>Furthest ${c} the median</h3>
      <${pe} title="Topics furthest ${c} the median by ${r}" rows=${p} heads=${[["topic","text"],["title","text"],["value","number"],["median","number"],["diffe\
rence","number"],["rank","number"]]} />`:h`<p>The run is ${c} the median on no topic.</p>`}`}var ir=[["var(--hue-0)",""],["var(--hue-1)","M0 3H6"],["var(--hue-4\
)","M0 0L6 6M0 6L6 0"]];function oi(e){let{measure:t,perfect:n,missed:o,unjudged:s}=l.losses;return W().flatMap(r=>{let i=l.values[t][r][e],a=o[r][e];if(i===null||
a===null)return[];let u=n[r]-i,c=[a,u-a-s[r][e],s[r][e]];return[{topic:r,value:i/l.unit,total:u/l.unit,parts:c.map(d=>d/l.unit)}]})}function Mn(e){return v(e!==
null&&Math.abs(e)<5e-4?0:e,3)}function ri(e){let t=h`<h3>Where the loss comes from</h3>`;if(!l.losses)return h`${t}<p>Not known: losses are computed from the runs themselves, which results do not have, by a measure with a perfect value.</p>`;
let n=oi(e).sort((u,c)=>c.total-u.total||u.topic-c.topic);if(!n.length)return h`${t}<p>The run was not evaluated on any topic.</p>`;let{parts:o,measure:s}=l.losses,
r=O(s),i=Number(He(n.map(u=>u.total))),a=[...o.map((u,c)=>Number(He(n.map(d=>d.parts[c])))),i];return h`${t}
    <${pe} title="The mean loss in ${r} and its parts" few=${!0} heads=${[["part","text"],["loss","number"],["share","number"]]}
      rows=${a.map((u,c)=>[o[c]||"all",v(u,3),i>0?Ae(u/i):"–"])} />
    <${ue} listed=${o.map((u,c)=>[{d:"M0 0H16V12H0Z",fill:`url(#loss-${c})`},u])} />
    <${De} figure=${si(r,n)} />
    ${A(`Loss in ${r} against a perfect ranking, over ${y(n.length,"topic")}${se()}, the largest first; it does not follow the measure chosen above`,"missed: re\
levant documents that the run does not retrieve","ranked low: relevant documents below non-relevant ones","unjudged on top: unjudged documents above judged ones",
"the parts add up to the loss",n.some(u=>u.parts.some(c=>c<-5e-4))&&"parts below 0 are not drawn")}
    <${ce} title="Losses in ${r}" heads=${["topic",r,"loss",...o]} rows=${()=>n.map(({topic:u,value:c,total:d,parts:p})=>[l.topics[u].id,v(c),...[d,...p].map(Mn)])} />`}
function si(e,t){let{parts:n}=l.losses,o=(s,r)=>t[s].parts.slice(0,r).reduce((i,a)=>i+Math.max(0,a),0);return{title:`Loss in ${e} on ${y(t.length,"topic")}`,description:"\
Each bar is divided into what is missed, ranked low, and unjudged on top.",axis:{label:"loss",low:0,high:Math.max(...t.map(({total:s})=>s),.01)},marks:ir.map((s,r)=>({
kind:"bar",colour:()=>`url(#loss-${r})`,of:i=>t[i].parts[r]>0?[o(i,r),o(i,r+1)]:null})),defs:ir.map(([s,r],i)=>h`<pattern id="loss-${i}" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0 0H6V6H0Z" fill=${s} />
      <path d=${r} stroke="var(--ground)" stroke-width="1.4" fill="none" /></pattern>`),...dt(t,({value:s,total:r,parts:i})=>[`${e} ${v(s)}, loss ${Mn(r)}`,...n.
map((a,u)=>`${a} ${Mn(i[u])}`)].join(`
`))}}function ii(e){if(l.runs.length===1)return null;let t=h`<h3>Relevant documents missed that others rank high</h3>`;if(!l.missed)return h`${t}<p>Not known: results do not have the documents of the runs.</p>`;
let n=l.runs.length-1,o=l.missed[e].map(([s,r,i,a,u,c])=>[U("topic",s),Ut(r),Wt(i),a===null?"not retrieved":String(a),`${u} of ${n}`,String(c)]);return o.length?
h`${t}
    <${pe} title="Relevant documents missed" rows=${o} heads=${[["topic","text"],["document","prose"],["judgment","text"],["own rank","number"],["others","numbe\
r"],["best rank","number"]]} />
    ${A("Not retrieved, or beyond rank 100; others: how many of the other runs have the document within rank 10","the ten that most others have, over all topics",
"best rank: the highest in any other run")}`:h`${t}<p>${n?"None: what other runs have within rank 10, this run has within rank 100.":"There is no other run."}</p>`}
function ai(e){let{topics:t}=l.first;return W().flatMap(n=>t[n].runs[e].map((o,s)=>({topic:n,doc:t[n].docs[o],grade:t[n].grades[o],rank:s+1,others:xn(n)[o]-1}))).
filter(({grade:n})=>n>=0&&n<Number(l.relevance_level)).sort((n,o)=>n.rank-o.rank||n.others-o.others||n.topic-o.topic)}function li(e){let t=h`<h3>Non-relevant documents ranked first</h3>`;
if(!l.first)return h`${t}<p>Not known: results do not have the documents of the runs.</p>`;let{depth:n}=l.first,o=ai(e);if(!o.length)return h`${t}<p>None within rank ${n} of any topic.</p>`;
let s=(r,i=o.length)=>h`<${pe} title=${r} heads=${[["topic","text"],["document","prose"],["rank","number"],["judgment","text"],...l.runs.length>1?[["others","nu\
mber"]]:[]]} rows=${o.slice(0,i).map(({topic:a,doc:u,rank:c,grade:d,others:p})=>[U("topic",a),Ut(u),String(c),Wt(d),...l.runs.length>1?[`${p} of ${l.runs.length-
1}`]:[]])} />`;return h`${t}${s("Non-relevant documents ranked first",10)}
    ${o.length>10&&h`<${hn} words="All ${o.length} non-relevant documents" make=${()=>s("All non-relevant documents")} />`}
    ${A(`Judged not relevant, within rank ${n}${_.subset&&" of a topic"}${se()}; the first ranks first`,l.runs.length>1&&`others: how many of the other runs hav\
e the document within rank ${n}`)}`}function ci(e){let t=l.runs[e],{unjudged:n}=l,o=gn.filter(({of:r})=>r(t)).map(({name:r,cell:i})=>[r,i(t)]);for(let[r,i]of Object.
entries({missing:t.missing,"left out":t.left_out,"without judgments":t.extra}))i.length&&o.push([`the topics ${r}`,h`<bdi>${i.join(", ")}</bdi>`]);let s=n?[["un\
judged",n.cutoffs.map((r,i)=>`${Ae(Dt(e,i))} of the first ${r}`).join(", ")]]:[];return h`<h3>What was noticed</h3>
    <dl class="known">${[...s,...o].map(([r,i])=>h`<dt>${r}</dt><dd>${i}</dd>`)}</dl>
    ${!o.length&&h`<p>No ties, repairs, findings or warnings; the run answers exactly the judged topics.</p>`}`}function ui(e){let t=e.cloneNode(!0);for(let o of t.querySelectorAll("sup, svg, .ends"))o.remove();for(let o of t.querySelectorAll("bdi.name[title]"))o.textContent=
o.getAttribute("title");let n=(t.textContent||"").trim().replace(/\s+/g," ");return n==="–"?"":n.replace(/^−(?=[\d.])/,"-")}async function cr(e){return e.dispatchEvent(
new Event("whole")),await null,[...e.rows].map(t=>[...t.cells].map(ui))}var dr=e=>/^[-+]?\d[\d,]*(\.\d+)?(e[-+]?\d+)?([ \u00a0]%)?$/.test(e);function ur(e){return/^[=+@\t-]/.
test(e)&&!dr(e)?`'${e}`:e}var fi={TSV:["tsv",e=>e.map(t=>t.map(ur).join("	")).join(`
`)],CSV:["csv",e=>e.map(t=>t.map(ur).map(n=>/[",\n]/.test(n)?`"${n.replaceAll('"','""')}"`:n).join(",")).join(`
`)],Markdown:["md",([e,...t])=>[e,di(t,e.length,"---","--:"),...t].map(n=>`| ${n.map(o=>o.replaceAll("\\","\\\\").replaceAll("|","\\|")).join(" | ")} |`).join(`\

`)]};function di(e,t,n,o){let s=r=>e.every(i=>!i[r]||dr(i[r]))&&e.some(i=>i[r]);return Array.from({length:t},(r,i)=>s(i)?o:n)}var pi=["fill","fill-opacity","str\
oke","stroke-width","stroke-dasharray","stroke-linejoin","opacity","font-size","font-family","font-weight","text-anchor","display"];function pr(e){let t=e.cloneNode(
!0),n=[e,...e.querySelectorAll("*")];return[t,...t.querySelectorAll("*")].forEach((o,s)=>{let r=getComputedStyle(n[s]);o.removeAttribute("class"),o.setAttribute(
"style",pi.map(i=>`${i}:${r.getPropertyValue(i).replaceAll('"',"'")}`).join(";"))}),t}function hr(e){let t=pr(e),{width:n,height:o}=e.viewBox.baseVal,[s,r,i]=[mi(
e),gi(e),Math.max(n,360)];t.querySelectorAll(".mark").forEach($=>$.remove());let{color:a,backgroundColor:u}=getComputedStyle(document.body),c=Gt("svg",{xmlns:mr,
"font-family":"system-ui, 'DejaVu Sans', sans-serif","font-size":12,fill:a}),d=c.appendChild(Gt("rect",{fill:u})),p=6,f=($,g={})=>{for(let b of hi($,i-16))p+=16,
c.appendChild(Gt("text",{x:8,y:p,...g})).textContent=b};f(_r(e),{"font-size":14,"font-weight":600}),p+=8;let m=8;for(let{sign:$,words:g}of s){let b=30+$r(g);m+b>
i&&m>8&&([m,p]=[8,p+18]),c.append(fr($,m,p+2,16,12)),c.appendChild(Gt("text",{x:m+20,y:p+12})).textContent=g,m+=b+8}s.length&&(p+=22);for(let $ of $i(e))c.append(
fr($,0,p,$.viewBox.baseVal.width,$.viewBox.baseVal.height)),p+=$.viewBox.baseVal.height+4;for(let[$,g]of Object.entries({x:0,y:p,width:n,height:o}))t.setAttribute(
$,String(g));c.append(t),p+=o,r&&f(r,{"font-size":11});for(let $ of[c,d])for(let[g,b]of Object.entries({width:i,height:p+12}))$.setAttribute(g,String(b));return new XMLSerializer().
serializeToString(c)}var mr="http://www.w3.org/2000/svg";function Gt(e,t){let n=document.createElementNS(mr,e);for(let[o,s]of Object.entries(t))n.setAttribute(o,
String(s));return n}function fr(e,t,n,o,s){let r=pr(e);r.setAttribute("overflow","visible");for(let[i,a]of Object.entries({x:t,y:n,width:o,height:s}))r.setAttribute(
i,String(a));return r}function $r(e){let t=document.createElement("canvas").getContext("2d");return t.font=`12px ${getComputedStyle(document.body).fontFamily}`,
t.measureText(e).width}function hi(e,t){let n=[""];for(let o of e.split(" ")){let s=`${n[n.length-1]} ${o}`.trim();$r(s)<=t||!n[n.length-1]?n[n.length-1]=s:n.push(
o)}return n}function gr(e){return e.closest(".explorable, .picture")||e}function _r(e){return(e.getAttribute("aria-label")||"").split(". ")[0]}function mi(e){let t=[];
for(let n=gr(e).previousElementSibling;n&&!n.matches("h3, .figure, .explorable");n=n.previousElementSibling)t.push(...[n,...n.querySelectorAll("*")].filter(o=>o.
matches("ul.signs")));return t.flatMap(n=>[...n.querySelectorAll("li")]).map(n=>({sign:n.querySelector("svg"),words:(n.textContent||"").trim()}))}function $i(e){
let t=gr(e).previousElementSibling;return t?.matches(".legend")?[...t.querySelectorAll("svg.figure")].map(n=>n):[]}function gi(e){return([...e.closest("section")?.
querySelectorAll(".caption")||[]].find(o=>e.compareDocumentPosition(o)&Node.DOCUMENT_POSITION_FOLLOWING)?.textContent||"").split("; ").slice(0,3).join("; ").trim()}
async function _i(e){let t=new Image;t.src=`data:image/svg+xml;charset=utf-8,${encodeURIComponent(hr(e))}`,await t.decode();let{width:n,height:o}=t,s=Object.assign(
document.createElement("canvas"),{width:3*n,height:3*o});return s.getContext("2d").drawImage(t,0,0,3*n,3*o),new Promise(i=>{s.toBlob(a=>i(a),"image/png")})}function jn(e,t,n){
let o=`${e.toLowerCase().replace(/[^\p{L}\p{N}@]+/gu,"-").slice(0,60)}.${t}`,s=Object.assign(document.createElement("a"),{href:URL.createObjectURL(n),download:o});
s.click(),setTimeout(()=>URL.revokeObjectURL(s.href),1e4),K(`${o} saved`)}async function br(e,t){try{await navigator.clipboard.writeText(t)}catch{let n=document.
body.appendChild(Object.assign(document.createElement("textarea"),{className:"hidden",value:t}));n.select(),document.execCommand("copy"),n.remove()}K(`${e} copi\
ed`)}function bi({table:e}){let t=e.caption?.textContent||"";return h`<li>Table: ${t} ${Object.entries(fi).map(([n,[o,s]])=>h`
    <${Q} pressed=${async()=>br(n,s(await cr(e)))}>Copy ${n}<//>
    <${Q} pressed=${async()=>jn(t,o,new Blob([`${s(await cr(e))}
`],{type:"text/plain"}))}>.${o}<//>`)}</li>`}function vi({svg:e}){let t=_r(e);return h`<li>Figure: ${t} <${Q} pressed=${()=>jn(t,"svg",new Blob([hr(e)],{type:"i\
mage/svg+xml"}))}>Save SVG<//>
    <${Q} pressed=${async()=>jn(t,"png",await _i(e))}>Save PNG<//></li>`}function wi({content:e,commandsOf:t}){let[n,o]=B(!1),[,s]=B({}),r=Se("button");ee(()=>{
if(!n)return;let a=new MutationObserver(()=>s({}));return a.observe(e,{childList:!0,characterData:!0,attributeFilter:["aria-label"],subtree:!0}),()=>a.disconnect()},
[n]),ee(()=>{if(n)for(let a of e.querySelectorAll("details.data"))a.dispatchEvent(new Event("fill"))});let i=t();return h`<button type="button" aria-expanded=${String(
n)} onClick=${()=>o(!n)}>Copy or save</button>
    <ul class="take" hidden=${!n} ref=${r}>${n&&h`
      ${[...e.querySelectorAll("svg.figure[aria-label]")].filter(a=>!a.closest(".legend")).map(a=>h`<${vi} svg=${a} />`)}
      ${[...e.querySelectorAll("table")].map(a=>h`<${bi} table=${a} />`)}
      ${i.map(([a,u])=>h`<li>${a}: <code>${u}</code> <${Q} pressed=${()=>br("Command",u)}>Copy<//></li>`)}`}</ul>`}function vr(e,t=()=>[]){let n=Object.assign(document.
createElement("div"),{className:"taking"});e.before(n),Ie(h`<${wi} content=${e} commandsOf=${t} />`,n)}function yi(e,t){let n=_e(e,t),[o,s]=[.25,.75].map(r=>me(n,r));return{topic:t,...l.topics[t],...Lt(e,n),spread:o===null||s===null?null:s-o}}function xi(){let{digits:e}=l.
measures[_.measure],t=o=>({name:o,digits:0,value:s=>s[o]}),n=(o,s="")=>({name:o,help:s,digits:e,value:r=>r[o]});return[{name:"topic",text:!0,value:({id:o})=>o,cell:({
topic:o})=>U("topic",o)},...l.topics.some(({title:o})=>o)?[{name:"title",text:!0,value:({title:o})=>o,cell:({title:o})=>o&&T(o,60)}]:[],t("judged"),t("relevant"),
...l.runs.length>1?[n("best"),{name:"best run",text:!0,value:({bestRun:o})=>l.runs[o].name,cell:({bestRun:o})=>U("run",o)},n("median","the worse, the harder the\
 topic"),n("worst"),n("spread","third quartile minus first quartile of all runs")]:[{...n("best"),name:O()}]]}function ki(e){let t=e.filter(r=>r.median!==null),
n=L(t.length,r=>N(_.measure,t[r].median)).map(r=>t[r]);if(n.length<2)return null;let{digits:o}=l.measures[_.measure],s=r=>[U("topic",r.topic),r.title&&` (${r.title}\
)`,`, ${l.runs.length>1?"median ":""}${O()} ${v(r.median,o)}`];return ne("The hardest topic is ",s(n[n.length-1]),"; the easiest is ",s(n[0]),".")}re({id:"topic\
s",title:"Topics",order:80},()=>{let{measure:e,subset:t}=_,[n,o]=B(""),s=W(),r=F(()=>s.map(u=>yi(e,u)),[e,t]),i=r.filter(({id:u,title:c,description:d,narrative:p})=>ct(
n,[u,c,d,p])),a=u=>()=>{let c=s.indexOf(_.topic)+(s.includes(_.topic)?u:Math.max(u,0));P({topic:s[(c+s.length)%s.length]}),K(`Topic ${l.topics[_.topic].id}`)};return h`${ki(
r)}<${oe}><${lt} words="Filter topics" value=${n} changed=${o} />
      <${Q} pressed=${a(-1)}>Previous topic<//><${Q} pressed=${a(1)}>Next topic<//><//>
    <${ye} columns=${xi()} rows=${i} title="Topics and their difficulty" sorted=${{column:0,ascending:!0}} kind="short"
      empty="No topic has these words."
      rowAttributes=${({topic:u})=>u===_.topic?{class:"chosen","aria-current":"true"}:{}} />
    <p class="caption" role="status">${i.length} of ${y(l.topics.length,"topic")}${l.runs.length>1&&h`; best, median and worst of ${y(l.runs.length,"run")} by ${O()}; the ${l.
measures[e].lower_is_better?"higher":"lower"} the median, the harder
      the topic; spread: between the quartiles of the runs`}.</p>
    <div><${Oi} /></div>
    <div>${l.first?h`<${Jo} />`:A("Which documents the runs found is not known: this page was made from results without the runs themselves")}</div>`});function Oi(){
let{measure:e,topic:t,run:n,filter:o,only:s,colour:r}=_,{id:i,title:a,description:u,narrative:c,judged:d,relevant:p}=l.topics[t],f=[["Description",u],["Narrativ\
e",c]].filter(([,$])=>$),m=d===null?null:`${y(d,"document")} judged, ${p} of them relevant`;return h`<h3 id="topic-panel">Topic ${T(i,1/0)}${a&&h`: <bdi>${a}</bdi>`}</h3>
    <p class="facts">${[m,!W().includes(t)&&`not a topic${se()}`].filter(Boolean).join("; ")}</p>
    ${f.map(([$,g])=>h`<p class="prose"><strong>${$}: </strong><bdi>${g}</bdi></p>`)}
    ${F(()=>Si(e,t),[e,t,n,o,s,r])}`}function Si(e,t){let{digits:n}=l.measures[e],o=de(),s=Z().filter(f=>q(e,t,f)!==null),r=L(s.length,f=>N(e,q(e,t,s[f]))).map(
f=>s[f]);if(!r.length)return h`<p>No run was evaluated on this topic.</p>`;if(l.runs.length===1)return h`<p>${O(e)} ${v(q(e,t,0),n)}</p>`;let i=r.map(f=>Number(
q(e,t,f))),a=r.map(f=>l.runs[f].name),[u,c]=Ee(e),d=r.indexOf(_.run),p={title:`${O(e)} of every run on topic ${l.topics[t].id}`,names:a,most:14,height:182,axis:{
label:O(e),low:u,high:c},description:`From ${v(i[0],n)} to ${v(i[i.length-1],n)}, median ${v($e(i),n)}.`,marks:[{kind:"bar",of:f=>[0,i[f]],colour:f=>o.ofRun(r[f])}],
lines:[[0,"axis"],[Number($e(i)),"median"]],pointed:d<0?void 0:[d,Math.max(0,i[d])],item:"run",open:f=>ft("run",r[f]),words:f=>`${G(a[f])}
${O(e)} ${v(i[f],n)}, rank ${ze(e,t,r[f])}`};return h`<${De} figure=${p} />
    <${ue} listed=${[...Le(o),[{d:"M3 1h10l-5 9z",fill:"var(--text)"},`${G(l.runs[_.run].name)}, the chosen run`],[{d:"M0 6H16",class:"median"},"median"]]} />
    ${A(`${O(e)} of ${r.length<l.runs.length?`${r.length} of `:""}${y(l.runs.length,"run")} on this topic, the best first`,l.dialect&&`dialect ${l.dialect}`)}
    <${ce} title="${O(e)} on this topic" heads=${["run","group","value"]}
      rows=${()=>r.map((f,m)=>[T(a[m]),T(l.runs[f].group),v(i[m],n)])} />`}function wr(){let[e,t]=[_t(),Z()];return e?` --type ${Oe(e)}`:t.length<l.runs.length&&t.length<=12?t.map(n=>` --run ${Oe(l.runs[n].name)}`).join(""):""}function Mi(e){
let[t,n]=[_.run,_.other].map(a=>Oe(l.runs[a].name)),o=`-m ${Oe(O())}`,s=l.measures.map((a,u)=>` -m ${Oe(O(u))}`).join(""),r=(a,u="")=>[a,"report figures",`--out\
put figures-${e} ${o}${u}${wr()}`];return({leaderboard:[["In a terminal","report leaderboard",o],["As LaTeX, to fit a column","report table",`${s.trim()}${wr()}\
 --format latex --for acm${l.measures.length>4?" --wide":""} --output table.tex`],r("As a figure"," --figure leaderboard")],curves:[r("As a figure"," --figure p\
recision-recall")],heatmap:[r("As a figure"," --figure heat-map")],pair:[["In a terminal","compare",`${t} ${n} ${o}`],r("As a figure",` --figure leaderboard --p\
air ${t} ${n}`)],topics:[["In a terminal","report topics",`${o} --run ${t}`]],participants:[["In a terminal","diagnose",`--run ${t}`]],quality:[["In a terminal",
"diagnose","--part runs"]]}[e]||[]).map(([a,u,c])=>[a,fn(u,c)])}function ji(){return h`<${ae} words="Measure" name="measure" options=${mo()} />`}function Ci(){let e=Object.
keys(l.subsets),t=Z().length;return h`
    ${e.length>0&&h`<${ae} words="Topics" name="subset" options=${[["","all"],...e.map(n=>[n,n])]} />`}
    ${t<l.runs.length&&h`<${Q} pressed=${()=>P({filter:"",only:[]})}>${t} of ${y(l.runs.length,"run")}: show all<//>`}`}function Ti(){return[...yo(),...l.mind].
map(([t,n,o])=>{let{name:s}=l.types,r=o&&l.types.values.includes(o)?`&only=${encodeURIComponent(`${s}:${o}`)}`:"";return h`<li key=${t}><a href=${`#${n}${r}`}><bdi>${t}</bdi></a></li>`})}
function Ni(e,t){let n=Object.assign(document.createElement("a"),{href:`#${e}`,textContent:t});document.querySelector("nav ul")?.appendChild(document.createElement(
"li")).append(n);let o=document.getElementById(e);if(o)return o;let s=Object.assign(document.createElement("section"),{id:e});return s.setAttribute("aria-labell\
edby",`${e}-title`),s.append(Object.assign(document.createElement("h2"),{id:`${e}-title`,textContent:t}),Object.assign(document.createElement("div"),{className:"\
content"})),te("about").before(s),s}nr(e=>{io(e),ao({measure:l.first_measure,other:Math.min(1,l.runs.length-1),curves:zo().map(n=>l.runs[n].name)}),ot(te("measu\
re"),ji),ot(te("left"),Ci);let t=document.querySelector("ul.verdict");t&&ot(t,Ti);for(let{id:n,title:o,Content:s}of ln.sort((r,i)=>r.order-i.order).filter(({there:r})=>!r||
r())){let r=Ni(n,o),i=r.querySelector(".content");ot(i,s,r),vr(i,()=>Mi(n)),at(r,".taking > button, .data > summary")}document.addEventListener("click",go),window.
addEventListener("hashchange",dn),uo()},dn);})();
