// Made by scripts/web/bundle.mjs of the modules in scripts/, Preact (MIT) and htm (Apache 2.0): do not edit.
(()=>{var Nn=function(e,t,n,o){var s;t[0]=0;for(var r=1;r<t.length;r++){var i=t[r++],a=t[r]?(t[0]|=i?1:2,n[t[r++]]):t[++r];i===3?o[0]=a:i===4?o[1]=Object.assign(o[1]||
{},a):i===5?(o[1]=o[1]||{})[t[++r]]=a:i===6?o[1][t[++r]]+=a+"":i?(s=e.apply(a,Nn(e,a,n,["",null])),o.push(s),a[0]?t[0]|=2:(t[r-2]=0,t[r]=s)):o.push(a)}return o},
Tn=new Map;function En(e){var t=Tn.get(this);return t||(t=new Map,Tn.set(this,t)),(t=Nn(this,t.get(e)||(t.set(e,t=(function(n){for(var o,s,r=1,i="",a="",u=[0],c=function(f){
r===1&&(f||(i=i.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?u.push(0,f,i):r===3&&(f||i)?(u.push(3,f,i),r=2):r===2&&i==="..."&&f?u.push(4,f,0):r===2&&i&&!f?u.push(5,0,!0,
i):r>=5&&((i||!f&&r===5)&&(u.push(r,0,i,s),r=6),f&&(u.push(r,f,0,s),r=6)),i=""},d=0;d<n.length;d++){d&&(r===1&&c(),c(d));for(var p=0;p<n[d].length;p++)o=n[d][p],
r===1?o==="<"?(c(),u=[u],r=3):i+=o:r===4?i==="--"&&o===">"?(r=1,i=""):i=o+i[0]:a?o===a?a="":i+=o:o==='"'||o==="'"?a=o:o===">"?(c(),r=1):r&&(o==="="?(r=5,s=i,i=""):
o==="/"&&(r<5||n[d][p+1]===">")?(c(),r===3&&(u=u[0]),r=u,(u=u[0]).push(2,0,r),r=0):o===" "||o==="	"||o===`
`||o==="\r"?(c(),r=2):i+=o),r===3&&i==="!--"&&(r=4,u=u[0])}return c(),u})(e)),t),arguments,[])).length>1?t:t[0]}var Ct,L,Pn,Mr,je,Ln,Hn,Fn,Xt,xt,et,Dn,Zt,Yt,Qt,jr,St={},Mt=[],Cr=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,At=Array.isArray;function xe(e,t){
for(var n in t)e[n]=t[n];return e}function en(e){e&&e.parentNode&&e.parentNode.removeChild(e)}function tn(e,t,n){var o,s,r,i={};for(r in t)r=="key"?o=t[r]:r=="r\
ef"?s=t[r]:i[r]=t[r];if(arguments.length>2&&(i.children=arguments.length>3?Ct.call(arguments,2):n),typeof e=="function"&&e.defaultProps!=null)for(r in e.defaultProps)
i[r]===void 0&&(i[r]=e.defaultProps[r]);return kt(e,i,o,s,null)}function kt(e,t,n,o,s){var r={type:e,props:t,key:n,ref:o,__k:null,__:null,__b:0,__e:null,__c:null,
constructor:void 0,__v:s??++Pn,__i:-1,__u:0};return s==null&&L.vnode!=null&&L.vnode(r),r}function Tt(e){return e.children}function Ot(e,t){this.props=e,this.context=t}function Be(e,t){if(t==null)return e.__?Be(e.__,e.__i+1):null;for(var n;t<e.__k.length;t++)
if((n=e.__k[t])!=null&&n.__e!=null)return n.__e;return typeof e.type=="function"?Be(e):null}function Ar(e){if(e.__P&&e.__d){var t=e.__v,n=t.__e,o=[],s=[],r=xe({},
t);r.__v=t.__v+1,L.vnode&&L.vnode(r),nn(e.__P,r,t,e.__n,e.__P.namespaceURI,32&t.__u?[n]:null,o,n??Be(t),!!(32&t.__u),s),r.__v=t.__v,r.__.__k[r.__i]=r,zn(o,r,s),
t.__e=t.__=null,r.__e!=n&&qn(r)}}function qn(e){if((e=e.__)!=null&&e.__c!=null)return e.__e=e.__c.base=null,e.__k.some(function(t){if(t!=null&&t.__e!=null)return e.
__e=e.__c.base=t.__e}),qn(e)}function Rn(e){(!e.__d&&(e.__d=!0)&&je.push(e)&&!jt.__r++||Ln!=L.debounceRendering)&&((Ln=L.debounceRendering)||Hn)(jt)}function jt(){
try{for(var e,t=1;je.length;)je.length>t&&je.sort(Fn),e=je.shift(),t=je.length,Ar(e)}finally{je.length=jt.__r=0}}function Wn(e,t,n,o,s,r,i,a,u,c,d){var p,f,m,$,
g,b,v=o&&o.__k||Mt,y=t.length;for(u=Tr(n,t,v,u,y),p=0;p<y;p++)(m=n.__k[p])!=null&&(f=m.__i!=-1&&v[m.__i]||St,m.__i=p,b=nn(e,m,f,s,r,i,a,u,c,d),$=m.__e,m.ref&&f.
ref!=m.ref&&(f.ref&&on(f.ref,null,m),d.push(m.ref,m.__c||$,m)),g==null&&$!=null&&(g=$),4&m.__u?(u=Un(m,u,e),f.__e&&(f.__e=null)):typeof m.type=="function"&&b!==
void 0?u=b:$&&(u=$.nextSibling),m.__u&=-7);return n.__e=g,u}function Tr(e,t,n,o,s){var r,i,a,u,c,d=n.length,p=d,f=0;for(e.__k=new Array(s),r=0;r<s;r++)(i=t[r])!=
null&&typeof i!="boolean"&&typeof i!="function"?(typeof i=="string"||typeof i=="number"||typeof i=="bigint"||i.constructor==String?i=e.__k[r]=kt(null,i,null,null,
null):At(i)?i=e.__k[r]=kt(Tt,{children:i},null,null,null):i.constructor===void 0&&i.__b>0?i=e.__k[r]=kt(i.type,i.props,i.key,i.ref?i.ref:null,i.__v):e.__k[r]=i,
u=r+f,i.__=e,i.__b=e.__b+1,a=null,(c=i.__i=Nr(i,n,u,p))!=-1&&(p--,(a=n[c])&&(a.__u|=2)),a==null||a.__v==null?(c==-1&&(s>d?f--:s<d&&f++),typeof i.type!="function"&&
(i.__u|=4)):c!=u&&(c==u-1?f--:c==u+1?f++:(c>u?f--:f++,i.__u|=4))):e.__k[r]=null;if(p)for(r=0;r<d;r++)(a=n[r])!=null&&(2&a.__u)==0&&(a.__e==o&&(o=Be(a)),Kn(a,a));
return o}function Un(e,t,n){var o,s;if(typeof e.type=="function"){for(o=e.__k,s=0;o&&s<o.length;s++)o[s]&&(o[s].__=e,t=Un(o[s],t,n));return t}e.__e!=t&&(t&&e.type&&
!t.parentNode&&(t=Be(e)),t=n.insertBefore(e.__e,t||null));do t=t&&t.nextSibling;while(t!=null&&t.nodeType==8);return t}function Nr(e,t,n,o){var s,r,i,a=e.key,u=e.type,c=t[n],d=c!=null&&(2&c.__u)==0;if(c===null&&a==null||d&&a==c.key&&u==c.type)return n;if(o>(d?1:0)){for(s=n-1,r=n+
1;s>=0||r<t.length;)if((c=t[i=s>=0?s--:r++])!=null&&(2&c.__u)==0&&a==c.key&&u==c.type)return i}return-1}function Bn(e,t,n){t[0]=="-"?e.setProperty(t,n??""):e[t]=
n==null?"":typeof n!="number"||Cr.test(t)?n:n+"px"}function yt(e,t,n,o,s){var r,i;e:if(t=="style")if(typeof n=="string")e.style.cssText=n;else{if(typeof o=="str\
ing"&&(e.style.cssText=o=""),o)for(t in o)n&&t in n||Bn(e.style,t,"");if(n)for(t in n)o&&n[t]==o[t]||Bn(e.style,t,n[t])}else if(t[0]=="o"&&t[1]=="n")r=t!=(t=t.replace(
Dn,"$1")),i=t.toLowerCase(),t=i in e||t=="onFocusOut"||t=="onFocusIn"?i.slice(2):t.slice(2),e.l||(e.l={}),e.l[t+r]=n,n?o?n[et]=o[et]:(n[et]=Zt,e.addEventListener(
t,r?Qt:Yt,r)):e.removeEventListener(t,r?Qt:Yt,r);else{if(s=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&
t!="height"&&t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in e)try{e[t]=n??"";break e}catch{}
typeof n=="function"||(n==null||n===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,t=="popover"&&n==1?"":n))}}function In(e){return function(t){if(this.l){
var n=this.l[t.type+e];if(t[xt]==null)t[xt]=Zt++;else if(t[xt]<n[et])return;return n(L.event?L.event(t):t)}}}function nn(e,t,n,o,s,r,i,a,u,c){var d,p,f,m,$,g,b,
v,y,M,E,P,K,oe,O,k,j=t.type;if(t.constructor!==void 0)return null;128&n.__u&&(u=!!(32&n.__u),r=[a=t.__e=n.__e]),(d=L.__b)&&d(t);e:if(typeof j=="function"){p=i.length;
try{if(y=t.props,M=j.prototype&&j.prototype.render,E=(d=j.contextType)&&o[d.__c],P=d?E?E.props.value:d.__:o,n.__c?v=(f=t.__c=n.__c).__=f.__E:(M?t.__c=f=new j(y,
P):(t.__c=f=new Ot(y,P),f.constructor=j,f.render=Lr),E&&E.sub(f),f.state||(f.state={}),f.__n=o,m=f.__d=!0,f.__h=[],f._sb=[]),M&&f.__s==null&&(f.__s=f.state),M&&
j.getDerivedStateFromProps!=null&&(f.__s==f.state&&(f.__s=xe({},f.__s)),xe(f.__s,j.getDerivedStateFromProps(y,f.__s))),$=f.props,g=f.state,f.__v=t,m)M&&j.getDerivedStateFromProps==
null&&f.componentWillMount!=null&&f.componentWillMount(),M&&f.componentDidMount!=null&&f.__h.push(f.componentDidMount);else{if(M&&j.getDerivedStateFromProps==null&&
y!==$&&f.componentWillReceiveProps!=null&&f.componentWillReceiveProps(y,P),t.__v==n.__v||!f.__e&&f.shouldComponentUpdate!=null&&f.shouldComponentUpdate(y,f.__s,
P)===!1){t.__v!=n.__v&&(f.props=y,f.state=f.__s,f.__d=!1),t.__e=n.__e,t.__k=n.__k,t.__k.some(function(C){C&&(C.__=t)}),Mt.push.apply(f.__h,f._sb),f._sb=[],f.__h.
length&&i.push(f),a=Be(n);break e}f.componentWillUpdate!=null&&f.componentWillUpdate(y,f.__s,P),M&&f.componentDidUpdate!=null&&f.__h.push(function(){f.componentDidUpdate(
$,g,b)})}if(f.context=P,f.props=y,f.__P=e,f.__e=!1,K=L.__r,oe=0,M)f.state=f.__s,f.__d=!1,K&&K(t),d=f.render(f.props,f.state,f.context),Mt.push.apply(f.__h,f._sb),
f._sb=[];else do f.__d=!1,K&&K(t),d=f.render(f.props,f.state,f.context),f.state=f.__s;while(f.__d&&++oe<25);f.state=f.__s,f.getChildContext!=null&&(o=xe(xe({},o),
f.getChildContext())),M&&!m&&f.getSnapshotBeforeUpdate!=null&&(b=f.getSnapshotBeforeUpdate($,g)),O=d!=null&&d.type===Tt&&d.key==null?Gn(d.props.children):d,a=Wn(
e,At(O)?O:[O],t,n,o,s,r,i,a,u,c),f.base=t.__e,t.__u&=-161,f.__h.length&&i.push(f),v&&(f.__E=f.__=null)}catch(C){if(i.length=p,t.__v=null,u||r!=null){if(C.then){
for(t.__u|=u?160:128;a&&a.nodeType==8&&a.nextSibling;)a=a.nextSibling;r!=null&&(r[r.indexOf(a)]=null),t.__e=a}else if(r!=null)for(k=r.length;k--;)en(r[k])}else t.
__e=n.__e;t.__k==null&&(t.__k=n.__k||[]),C.then||Vn(t),L.__e(C,t,n)}}else r==null&&t.__v==n.__v?(t.__k=n.__k,t.__e=n.__e):a=t.__e=Er(n.__e,t,n,o,s,r,i,u,c);return(d=
L.diffed)&&d(t),128&t.__u?void 0:a}function Vn(e){e&&(e.__c&&(e.__c.__e=!0),e.__k&&e.__k.some(Vn))}function zn(e,t,n){for(var o=0;o<n.length;o++)on(n[o],n[++o],
n[++o]);L.__c&&L.__c(t,e),e.some(function(s){try{e=s.__h,s.__h=[],e.some(function(r){r.call(s)})}catch(r){L.__e(r,s.__v)}})}function Gn(e){return typeof e!="obj\
ect"||e==null||e.__b>0?e:At(e)?e.map(Gn):e.constructor!==void 0?null:xe({},e)}function Er(e,t,n,o,s,r,i,a,u){var c,d,p,f,m,$,g,b=n.props||St,v=t.props,y=t.type;
if(y=="svg"?s="http://www.w3.org/2000/svg":y=="math"?s="http://www.w3.org/1998/Math/MathML":s||(s="http://www.w3.org/1999/xhtml"),r!=null){for(c=0;c<r.length;c++)
if((m=r[c])&&"setAttribute"in m==!!y&&(y?m.localName==y:m.nodeType==3)){e=m,r[c]=null;break}}if(e==null){if(y==null)return document.createTextNode(v);e=document.
createElementNS(s,y,v.is&&v),a&&(L.__m&&L.__m(t,r),a=!1),r=null}if(y==null)b===v||a&&e.data==v||(e.data=v);else{if(r=y=="textarea"&&v.defaultValue!=null?null:r&&
Ct.call(e.childNodes),!a&&r!=null)for(b={},c=0;c<e.attributes.length;c++)b[(m=e.attributes[c]).name]=m.value;for(c in b)m=b[c],c=="dangerouslySetInnerHTML"?p=m:
c=="children"||c in v||c=="value"&&"defaultValue"in v||c=="checked"&&"defaultChecked"in v||yt(e,c,null,m,s);for(c in v)m=v[c],c=="children"?f=m:c=="dangerouslyS\
etInnerHTML"?d=m:c=="value"?$=m:c=="checked"?g=m:a&&typeof m!="function"||b[c]===m||yt(e,c,m,b[c],s);if(d)a||p&&(d.__html==p.__html||d.__html==e.innerHTML)||(e.
innerHTML=d.__html),t.__k=[];else if(p&&(e.innerHTML=""),Wn(t.type=="template"?e.content:e,At(f)?f:[f],t,n,o,y=="foreignObject"?"http://www.w3.org/1999/xhtml":s,
r,i,r?r[0]:n.__k&&Be(n,0),a,u),r!=null)for(c=r.length;c--;)en(r[c]);a&&y!="textarea"||(c="value",y=="progress"&&$==null?e.removeAttribute("value"):$!=null&&($!==
e[c]||y=="progress"&&!$||y=="option"&&$!=b[c])&&yt(e,c,$,b[c],s),c="checked",g!=null&&g!=e[c]&&yt(e,c,g,b[c],s))}return e}function on(e,t,n){try{if(typeof e=="f\
unction"){var o=typeof e.__u=="function";o&&e.__u(),o&&t==null||(e.__u=e(t))}else e.current=t}catch(s){L.__e(s,n)}}function Kn(e,t,n){var o,s;if(L.unmount&&L.unmount(
e),(o=e.ref)&&(o.current&&o.current!=e.__e||on(o,null,t)),(o=e.__c)!=null){if(o.componentWillUnmount)try{o.componentWillUnmount()}catch(r){L.__e(r,t)}o.base=o.__P=
o.__n=null}if(o=e.__k)for(s=0;s<o.length;s++)o[s]&&Kn(o[s],t,n||typeof e.type!="function");n||en(e.__e),e.__c=e.__=e.__e=void 0}function Lr(e,t,n){return this.constructor(
e,n)}function Ie(e,t,n){var o,s,r,i;t==document&&(t=document.documentElement),L.__&&L.__(e,t),s=(o=typeof n=="function")?null:n&&n.__k||t.__k,r=[],i=[],nn(t,e=(!o&&
n||t).__k=tn(Tt,null,[e]),s||St,St,t.namespaceURI,!o&&n?[n]:s?null:t.firstChild?Ct.call(t.childNodes):null,r,!o&&n?n:s?s.__e:t.firstChild,o,i),zn(r,e,i),e.props.
children=null}Ct=Mt.slice,L={__e:function(e,t,n,o){for(var s,r,i;t=t.__;)if((s=t.__c)&&!s.__)try{if((r=s.constructor)&&r.getDerivedStateFromError!=null&&(s.setState(r.getDerivedStateFromError(
e)),i=s.__d),s.componentDidCatch!=null&&(s.componentDidCatch(e,o||{}),i=s.__d),i)return s.__E=s}catch(a){e=a}throw e}},Pn=0,Mr=function(e){return e!=null&&e.constructor===
void 0},Ot.prototype.setState=function(e,t){var n;n=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=xe({},this.state),typeof e=="function"&&(e=e(xe({},n),
this.props)),e&&xe(n,e),e!=null&&this.__v&&(t&&this._sb.push(t),Rn(this))},Ot.prototype.forceUpdate=function(e){this.__v&&(this.__e=!0,e&&this.__h.push(e),Rn(this))},
Ot.prototype.render=Tt,je=[],Hn=typeof Promise=="function"?Promise.prototype.then.bind(Promise.resolve()):setTimeout,Fn=function(e,t){return e.__v.__b-t.__v.__b},
jt.__r=0,Xt=Math.random().toString(8),xt="__d"+Xt,et="__a"+Xt,Dn=/(PointerCapture)$|Capture$/i,Zt=0,Yt=In(!1),Qt=In(!0),jr=0;var tt,U,rn,Jn,Et=0,oo=[],V=L,Xn=V.__b,Yn=V.__r,Qn=V.diffed,Zn=V.__c,eo=V.unmount,to=V.__;function an(e,t){V.__h&&V.__h(U,e,Et||t),Et=0;var n=U.__H||(U.__H={__:[],
__h:[]});return e>=n.__.length&&n.__.push({}),n.__[e]}function R(e){return Et=1,Rr(so,e)}function Rr(e,t,n){var o=an(tt++,2);if(o.t=e,!o.__c&&(o.__=[n?n(t):so(void 0,
t),function(a){var u=o.__N?o.__N[0]:o.__[0],c=o.t(u,a);u!==c&&(o.__N=[c,o.__[1]],o.__c.setState({}))}],o.__c=U,!U.__f)){var s=function(a,u,c){if(!o.__c.__H)return!0;
var d=!1,p=o.__c.props!==a;if(o.__c.__H.__.some(function(m){if(m.__N){d=!0;var $=m.__[0];m.__=m.__N,m.__N=void 0,$!==m.__[0]&&(p=!0)}}),r){var f=r.call(this,a,u,
c);return d?f||p:f}return!d||p};U.__f=!0;var r=U.shouldComponentUpdate,i=U.componentWillUpdate;U.componentWillUpdate=function(a,u,c){if(this.__e){var d=r;r=void 0,
s(a,u,c),r=d}i&&i.call(this,a,u,c)},U.shouldComponentUpdate=s}return o.__N||o.__}function Q(e,t){var n=an(tt++,4);!V.__s&&ro(n.__H,t)&&(n.__=e,n.u=t,U.__h.push(n))}function he(e){return Et=5,H(function(){return{current:e}},[])}function H(e,t){var n=an(tt++,7);return ro(n.__H,t)&&(n.__=e(),n.__H=t,n.__h=e),n.__}function Br(){for(var e;e=oo.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(Nt),t.__h.some(sn),t.__h=[]}catch(n){t.__h=[],V.__e(n,e.__v)}}}V.__b=function(e){U=
null,Xn&&Xn(e)},V.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),to&&to(e,t)},V.__r=function(e){Yn&&Yn(e),tt=0;var t=(U=e.__c).__H;t&&(rn===U?(t.__h=[],
U.__h=[],t.__.some(function(n){n.__N&&(n.__=n.__N),n.u=n.__N=void 0})):(t.__h.some(Nt),t.__h.some(sn),t.__h=[],tt=0)),rn=U},V.diffed=function(e){Qn&&Qn(e);var t=e.
__c;t&&t.__H&&(t.__H.__h.length&&(oo.push(t)!==1&&Jn===V.requestAnimationFrame||((Jn=V.requestAnimationFrame)||Ir)(Br)),t.__H.__.some(function(n){n.u&&(n.__H=n.
u,n.u=void 0)})),rn=U=null},V.__c=function(e,t){t.some(function(n){try{n.__h.some(Nt),n.__h=n.__h.filter(function(o){return!o.__||sn(o)})}catch(o){t.some(function(s){
s.__h&&(s.__h=[])}),t=[],V.__e(o,n.__v)}}),Zn&&Zn(e,t)},V.unmount=function(e){eo&&eo(e);var t,n=e.__c;n&&n.__H&&(n.__H.__.some(function(o){try{Nt(o)}catch(s){t=
s}}),n.__H=void 0,t&&V.__e(t,n.__v))};var no=typeof requestAnimationFrame=="function";function Ir(e){var t,n=function(){clearTimeout(o),no&&cancelAnimationFrame(
t),setTimeout(e)},o=setTimeout(n,35);no&&(t=requestAnimationFrame(n))}function Nt(e){var t=U,n=e.__c;typeof n=="function"&&(e.__c=void 0,n()),U=t}function sn(e){
var t=U;e.__c=e.__(),U=t}function ro(e,t){return!e||e.length!==t.length||t.some(function(n,o){return n!==e[o]})}function so(e,t){return typeof t=="function"?t(e):
t}var h=En.bind(tn);var l=null;function lo(e){l=e}var _={measure:0,run:0,other:1,topic:0,against:-1,colour:"",sort:"",filter:"",only:[],columns:[],curves:[],heat:"",subset:"",topics_by:"\
hardest",runs_by:"value",pair_by:"gain"},rt={..._},Lt=[],[io,Pr]=[200,400],ao=0,qe={topic:()=>l.topics.map(e=>e.id)};qe.measure=()=>l.measures.map(e=>e.label);for(let e of[
"run","other","against"])qe[e]=()=>l.runs.map(t=>t.name);var Hr={topic:"topic",measure:"measure",subset:"subset"};function co(e){Object.assign(_,e),rt={..._};let{
choices:t,unknown:n}=it(location.hash);n||Object.assign(_,t)}function st(e,t,n=null){e.replaceChildren(),Lt.push({draw:()=>Ie(h`<${t} />`,e),home:n,stale:!0}),ot(
()=>!0)}function ot(e){let t=document.activeElement;for(let n of Lt.filter(({stale:o,home:s})=>o&&e(s)))n.stale=!1,n.draw();t!==document.activeElement&&t?.isConnected&&
t.focus({preventScroll:!0})}function uo(e){if(!e)return!0;let{top:t,bottom:n}=e.getBoundingClientRect();return n>-io&&t<window.innerHeight+io}function fo(e=Pr){
clearTimeout(ao);let t=Lt.find(({stale:n})=>n);t&&(ao=window.setTimeout(()=>{ot(n=>n===t.home),fo(0)},e))}function po(){document.addEventListener("scroll",()=>ot(
uo),{passive:!0}),window.addEventListener("beforeprint",()=>ot(()=>!0))}function ho(e,t){let n=Object.entries(e).filter(([o,s])=>String(s)!==String(_[o]));if(!n.
length)return!1;Object.assign(_,Object.fromEntries(n));for(let o of Lt)o.stale=!0;return ot(o=>o?.id===t||uo(o)),fo(),!0}function F(e,{again:t,section:n}={}){let o=n||
Fr()||it(location.hash).section;if(!ho(e,o)&&!n||!document.documentElement.dataset.ready)return;let s=Dr(o);s!==location.hash&&(t?history.replaceState({own:!0},
"",s):history.pushState({own:!0},"",s))}function Fr(){let e=document.activeElement&&document.activeElement.closest("main section");return e?e.id:""}function Dr(e){
let t=Object.entries(_).filter(([n,o])=>String(o)!==String(rt[n])).map(([n,o])=>`${n}=${[o].flat().map(s=>encodeURIComponent(qe[n]?qe[n]()[Number(s)]||"":s)).join(
",")}`);return`#${[e,...t].filter(Boolean).join("&")}`}function it(e){let t="",n={},o=null;for(let i of e.replace(/^#/,"").split("&")){let[,a,u]=/^(\w+)=(.*)$/.
exec(i)||[];a?Object.hasOwn(rt,a)&&(n[a]=qr(a,u),n[a]===-1&&(o=[Hr[a]||"run",nt(u)])):t=t||i}let[s,...r]=Object.keys(n);return!t&&!r.length&&(t={topic:"topics",
run:"participants"}[s]||""),{section:t,choices:n,unknown:o}}function qr(e,t){return qe[e]?qe[e]().indexOf(nt(t)):Array.isArray(rt[e])?t?t.split(",").map(nt):[]:
e==="subset"&&t&&!Object.hasOwn(l.subsets,nt(t))?-1:nt(t)}function mo(e,t){ho({...rt,...e},t)}function nt(e){try{return decodeURIComponent(e)}catch{return e}}function We(e){let{hues:t,dashes:n}=l.palette;return{stroke:`var(--hue-${e%t})`,"stroke-dasharray":n[Math.floor(e/t)%n.length].map(o=>2*o).join(" ")}}var $o=["#\
a63603","#e6853c","#fdd0a2","#f7f7f7","#9ecae1","#4292c6","#084594"];function Wr(e){return[1,3,5].map(t=>parseInt(e.slice(t,t+2),16))}function ln(e,t=l.palette.
shades){let n=Math.min(Math.max(e,0),1)*(t.length-1),o=Math.min(Math.floor(n),t.length-2),[s,r]=[t[o],t[o+1]].map(Wr);return`rgb(${s.map((i,a)=>Math.round(i+(n-
o)*(r[a]-i))).join(",")})`}function at(e,t,n=6){let s=(t-e||1)/(n-1),r=10**Math.floor(Math.log10(s)),i=[1,2,5,10].map(c=>c*r).find(c=>c>=s*.999)||r,a=Math.floor(e/i+1e-9),u=Math.max(a+1,Math.
ceil(t/i-1e-9));return Array.from({length:u-a+1},(c,d)=>Number(((a+d)*i).toPrecision(12)))}function Ue(e,t,n,o,s){let r=at(e,t,s),[i,a]=[r[0],r[r.length-1]],u=d=>n+
(d-i)/(a-i)*(o-n);return Object.assign(u,{clamped:d=>u(Math.min(Math.max(d,i),a)),ticks:r,low:i,high:a})}function B(e){return Math.round(e*10)/10}var cn={width:716,
height:920};function Ve(e){return e?cn.width:Math.min(1400,window.innerWidth-42)}var Ce=()=>window.innerWidth<640;function fe(e,t=24){let n=l.rooms.filter(r=>r<=
t);if(Object.hasOwn(l.short,e)&&e.length>t&&n.length)return l.short[e][n.length-1];let o=Array.from(e),s=Math.floor((t-1)/2);return o.length>t?`${o.slice(0,t-1-
s).join("")}…${o.slice(o.length-s).join("")}`:e}function Rt(e,t=11){return Math.max(1,Math.ceil(t/e))}function z(e){return`⁨${e.replaceAll("⁩","")}⁩`}function ke(e){
return e.map(([t,n],o)=>`${o?"L":"M"}${B(t)} ${B(n)}`).join("")}function Ae(e,t,n,o){return`M${B(e)} ${B(t)}h${B(n)}v${B(o)}h${B(-n)}z`}var un=[];function re(e,t){un.push({...e,Content:t})}function A(e,t=Ce()?16:32){return h`<bdi class="name" title=${e}>${fe(e,t)}</bdi>`}function ee(e){return document.
getElementById(e)}function lt(){return l.runs.map(({name:e},t)=>[t,e])}function go(){return l.measures.map(({label:e},t)=>[t,e])}function te(...e){return h`<p class="answer">${e}</p>`}
function N(...e){return h`<p class="caption">${e.filter(Boolean).join("; ")}.</p>`}function w(e,t=4){return e==null||Number.isNaN(e)?"–":e.toFixed(t)}function x(e,t,n=e){
let[o,s]=[e,n].map(r=>r.toLocaleString("en"));return`${o}${n===e?"":` to ${s}`} ${t}${n===1?"":"s"}`}function Bt(e){return e==null?"–":e<1e-300?"< 1e-300":e<1e-4?e.toExponential(1):e.toFixed(4)}function Ne(e){return e==null?"–":`${(100*e).toFixed(1)} %`}function D(e,t,n){
let o=l.values[e][t][n];return o===null?null:l.measures[e].digits?o/l.unit:o}function _e(e,t){return l.runs.map((n,o)=>D(e,t,o))}function me(e,t){let n=e.filter(
i=>i!==null).sort((i,a)=>i-a);if(!n.length)return null;let o=(n.length-1)*t,s=Math.floor(o),r=Math.min(s+1,n.length-1);return n[s]+(o-s)*(n[r]-n[s])}var $e=e=>me(
e,.5);function Pe(e){let t=e.filter(n=>n!==null);return t.length?t.reduce((n,o)=>n+o,0)/t.length:null}function I(e,t,n=!1){let o=Array.from({length:e},(i,a)=>a),
s=o.map(t),r=n?1:-1;return o.sort((i,a)=>s[i]===null||s[a]===null?+(s[i]===null)-+(s[a]===null)||i-a:r*(s[i]<s[a]?-1:s[i]>s[a]?1:0)||i-a)}function T(e,t){return t!==
null&&l.measures[e].lower_is_better?-t:t}function It(e,t){let[n]=I(t.length,o=>T(e,t[o]));return{bestRun:n,best:t[n],median:$e(t),worst:me(t,l.measures[e].lower_is_better?
1:0)}}function fn(e,t,n){return t===null?null:1+n.filter(o=>o!==null&&T(e,o)>T(e,t)).length}function Ee(e){let t=l.topics.flatMap((s,r)=>_e(e,r)).map(Number),[n,
o]=t.reduce(([s,r],i)=>[Math.min(s,i),Math.max(r,i)],[0,l.measures[e].digits?1:0]);return[n,o>n?o:n+1]}function S(e=_.measure){return l.measures[e].label}function q(){
return l.subsets[_.subset]||[...l.topics.keys()]}function se(){return _.subset&&` of the subset ${_.subset}`}function ie(e=_.measure){return l.boards.find(t=>t.
subset===_.subset&&t.measure===e)||null}function ze(){return`${Number((100*l.confidence).toPrecision(6))} %`}function _o(e){return e.mean||e.order.map(t=>Number(
l.summary[e.measure][t]))}function dn(e,t,n,o){let[s,r]=[e.order.indexOf(t),e.order.indexOf(n)].sort((a,u)=>a-u);if(s<0||s===r||!o)return null;let i=o[s*e.order.
length-s*(s+1)/2+r-s-1];return o===e.corrected?i/l.unit:i}function He(e){return l.runs[e].group||l.runs[e].name}function G(e){document.documentElement.dataset.ready&&
(ee("status").textContent=e)}function Pt(e,t,n){return t[n]===null?"–":`${fn(e,t[n],t)} of ${t.filter(o=>o!==null).length}`}function Ge(e,t,n){return Pt(e,l.values[e][t],
n)}function Te(e){return l.measures[e].summary==="geometric"}function Ke(e,t,n=l.topics.map((o,s)=>s)){let o=n.map(i=>D(e,i,t));if((Te(e)||l.measures[e].summary===
"mean")&&o.length===l.topics.length&&!o.includes(null))return l.summary[e][t];if(!Te(e))return Pe(o);let r=Pe(o.map(i=>i===null?null:Math.log(Math.max(i,1e-5))));
return r===null?null:Math.exp(r)}function X(e,t,n=q()){if(n.length===l.topics.length)return l.summary[e][t];if(l.measures[e].summary!=="sum")return Ke(e,t,n);let o=n.
map(s=>D(e,s,t)).filter(s=>s!==null);return o.length?o.reduce((s,r)=>s+r,0):null}function Oe(e){return/^[\w@./-]+$/.test(e)?e:`'${e.replaceAll("'","'\\''")}'`}function pn(e,t){
let n=_.subset&&/^compare|figures$/.test(e)?` --topics ${Oe(_.subset)}`:"";return`harness ${e} ${Oe(l.source||"TASK.yaml")} ${t}${n}`.trim()}function be(e,t=4){
let n=w(Math.abs(e),t);return Math.abs(e)<1e-9?n:`${e<0?"−":"+"}${n}`}function Je(e){if(_.subset&&l.boards.length)return`no intervals, letters or p-values ove\
r the subset ${_.subset} on this page; in a terminal: ${pn("compare",`--pairs -m ${Oe(e)}`)}`;if(l.not_compared)return`runs are not compared: ${l.not_compared}`;
let t=[...l.measures.keys()].filter(ie).map(S).join(", ")||"none";return`no intervals of ranks, letters or p-values by ${e}: the first ten measures that are no \
counts have them, or those that the key compare: measures: of the task names (here: ${t})`}var Ur={ArrowDown:1,ArrowRight:1,ArrowUp:-1,ArrowLeft:-1};function ct(e,t){let n=()=>[...e.querySelectorAll(t)],o=()=>n().filter(r=>!r.closest("[hidden]")),s=(r=o().
find(i=>i===document.activeElement)||o()[0])=>{for(let i of n())i.tabIndex=i===r?0:-1};e.addEventListener("focusin",({target:r})=>{r.matches(t)&&s(r)}),e.addEventListener(
"keydown",r=>{let i=r.target,a=Ur[r.key],u=/Up|Down/.test(r.key);if(!a||!i.matches(t)||u&&i.tagName==="SELECT")return;let c=u&&Vr(i,a,t)||o()[o().indexOf(i)+a];
c&&(r.preventDefault(),c.focus())}),new MutationObserver(()=>s()).observe(e,{childList:!0,subtree:!0,attributeFilter:["hidden"]}),s()}function Se(e){let t=he(null);
return Q(()=>ct(t.current,e),[]),t}function Vr(e,t,n){let o=[...e.closest("table")?.rows||[]],s=i=>[...i.querySelectorAll(n)],r=o.findIndex(i=>i.contains(e));for(let i=r+
t;o[i];i+=t){let a=s(o[i]);if(a.length)return a[Math.min(s(o[r]).indexOf(e),a.length-1)]}}function Y({pressed:e,children:t}){return h`<button type="button" onClick=${e}>${t}</button>`}function Xe({words:e,options:t,value:n,changed:o}){return h`<label class="field"><span>${e}</span><select value=${n} onChange=${({
currentTarget:r})=>o(r.value,r.selectedOptions[0].text)}>
    ${t.map(([r,i])=>h`<option value=${r}>${i}</option>`)}
  </select></label>`}function ae({words:e,name:t,options:n,value:o=_[t]}){return h`<${Xe} words=${e} options=${n} value=${o} changed=${(r,i)=>{F({[t]:typeof _[t]==
"number"?Number(r):r}),G(`${e}: ${i}`)}} />`}function ut({words:e,value:t,changed:n}){return h`<label class="field"><span>${e}</span><input type="search" value=${t} onInput=${({
currentTarget:s})=>n(s.value)} /></label>`}function ft(e,t){return t.join(`
`).toLowerCase().includes(e.trim().toLowerCase())}function dt({title:e,items:t,checked:n,changed:o}){let[s,r]=R(""),i=Se("input"),a=new Set(n),u=c=>{a.delete(c)||
a.add(c),o(a)};return h`<fieldset class="checklist"><legend>${e}</legend>
    ${t.length>12&&h`<${ut} words="Filter" value=${s} changed=${r} />`}
    <div class="checks" ref=${i}>${t.map(({key:c,name:d,before:p,near:f})=>h`
      <label class="check" key=${c} hidden=${!ft(s,[d])} onPointerEnter=${f} onFocusIn=${f}>
        <input type="checkbox" checked=${a.has(c)} onChange=${()=>u(c)} />${p}${A(d)}
      </label>`)}</div>
  </fieldset>`}function ne({children:e}){let t=Se("select, button");return Q(()=>{t.current.querySelectorAll("select, button").length>1&&t.current.setAttribute(
"role","toolbar")}),h`<div class="controls" ref=${t}>${e}</div>`}function W(e,t,n){let o=e==="topic"?l.topics[t].id:l.runs[t].name;return h`<a href=${`#${e}=${encodeURIComponent(o)}`} title=${o}>${A(n||o)}</a>`}function hn(){
let e=ee("unknown"),{section:t,choices:n,unknown:o}=it(location.hash);if(e.hidden=!o,o){let[r,i]=o;Ie(h`There is no ${r} ${A(i)} on this page.`,e),e.scrollIntoView(),
G(`There is no ${r} ${z(i)} on this page.`);return}let s=document.querySelector(`main section[id="${CSS.escape(t)}"]`);t&&!s||(mo(n,t),s&&!(history.state&&history.
state.own)&&s.scrollIntoView())}function bo(e){let t=e.target.closest('a[href^="#"]');if(!t||e.ctrlKey||e.metaKey||e.shiftKey)return;let{section:n,choices:o,unknown:s}=it(
String(t.getAttribute("href")));if(s||!n||!document.querySelector(`main section[id="${CSS.escape(n)}"]`))return;e.preventDefault();let r=t.closest("section");F(
o,{section:n}),(!r||r.id!==n)&&vo(n)}function Ht(e){let{id:t,title:n}=l.topics[e];return n?`${z(t)} ${z(n)}`:z(t)}function vo(e){let t=ee(`${e}-title`);t.setAttribute(
"tabindex","-1"),t.focus({preventScroll:!0}),t.scrollIntoView({behavior:"instant"})}function pt(e,t){let n=e==="topic"?"topics":"participants";F({[e]:t},{section:n}),
vo(n)}function ht(e,t){return{item:"topic",names:e.map(({topic:n})=>l.topics[n].id),words:n=>`${Ht(e[n].topic)}
${t(e[n])}`,open:n=>pt("topic",e[n].topic)}}function zr(e,t){let{name:n,group:o,attributes:s}=l.runs[t];return ft(e,[n,o,...Object.values(s)])}function $t(){let{runs:e}=l;return[...e.some(t=>t.group)?["gr\
oup"]:[],...Object.keys(e.length?e[0].attributes:{})]}function ge(e,t){return e==="group"?l.runs[t].group:l.runs[t].attributes[e]||""}function Le(e){return[...new Set(
l.runs.map((t,n)=>ge(e,n)).filter(Boolean))].sort()}function gt(){return $t().filter(e=>e==="group"||Le(e).length>1&&Le(e).length<=Math.max(8,l.runs.length/4))}
var mt={filter:"",only:[],runs:null};function yo(){let{filter:e,only:t}=_;if(mt.runs&&mt.filter===e&&mt.only===t)return mt.runs;let n=$t().map(s=>({name:s,values:t.
filter(r=>r.startsWith(`${s}:`))})).filter(({values:s})=>s.length),o=new Set([...l.runs.keys()].filter(s=>zr(e,s)&&n.every(({name:r,values:i})=>i.includes(`${r}\
:${ge(r,s)}`))));return mt={filter:e,only:t,runs:o},o}function ve(e){return yo().has(e)}function Z(){return[...yo()]}function _t(e=l.runs.length,t=x(l.topics.length,
"topic")){let n=x(l.runs.length,"run");return[e<l.runs.length?`${e} of ${n}, as filtered`:n,t,l.dialect&&`dialect ${l.dialect}`].filter(Boolean).join("; ")}function we(e=!0){
return _t(e?Z().length:l.runs.length,`${x(q().length,"topic")}${se()}`)}var wo=6;function de(){let e=gt(),t=_.colour||e.find(a=>Le(a).length<=wo)||e[0]||"",n=a=>l.
runs.filter((u,c)=>ge(t,c)===a).length,o=t?Le(t):[],s=I(o.length,a=>n(o[a])).slice(0,wo).map(a=>o[a]),r=new Map(s.map((a,u)=>[a,We(u).stroke])),i=a=>t?r.get(ge(
t,a))||"var(--muted)":We(0).stroke;return{name:t,most:s,others:o.length-s.length,ofRun:i}}function Re({most:e,others:t}){let n=o=>({d:"M8 2a4 4 0 1 0 .1 0z",fill:o});
return[...e.map((o,s)=>[n(We(s).stroke),o]),...t>0?[[n("var(--muted)"),`${x(t,"other")} and none`]]:[]]}function bt(e=n=>n,t=()=>[]){return[{name:"run",text:!0,
value:o=>l.runs[e(o)].name,cell:o=>[W("run",e(o)),...t(e(o))]},...$t().map(o=>({name:o,text:!0,value:s=>ge(o,e(s)),cell:s=>A(ge(o,e(s)))}))]}function xo(e){let[
t,n]=[ie(e),!_.subset],o=n?l.intervals[e]:null,s=l.runs.map((a,u)=>X(e,u)),r=s.map((a,u)=>({run:u,value:a,error:n?l.errors[e][u]:null,mean:a,low:o&&o.low[u],high:o&&
o.high[u],rank:fn(e,a,s)}));if(!t)return r;let i=_o(t);return t.order.forEach((a,u)=>{let{low:c,high:d,rank:p,letters:f}=t;Object.assign(r[a],{position:u,mean:i[u],
low:c[u],high:d[u],letters:f&&f[u],rank:Ye(t)?r[a].rank:p[u]})}),r}function Ye(e){return!!(e&&e.mean&&!e.subset)}function vt(){if(_.filter||_.only.length>1)return null;let[e=""]=_.only,{name:t,values:n}=l.types;return e?n.find(o=>e===`${t}:${o}`)??null:""}function ko(){let{
subset:e,measure:t}=_,n=vt(),o=l.verdicts.find(f=>f.subset===e&&f.type===n&&f.measure===t);if(o)return o.lines;if(!l.verdicts.length&&n===""&&!e&&t===l.first_measure)
return l.verdict.slice(0,l.verdict.length-l.mind.length);let r=I(l.runs.length,f=>T(t,X(t,f))).filter(f=>ve(f)&&X(t,f)!==null);if(!r.length)return[["No run is l\
eft.","leaderboard",""]];let i=Z().length,a=i<l.runs.length?` of the ${x(i,"run")} chosen`:"",u=`${S(t)} ${w(X(t,r[0]),l.measures[t].digits)}`,c=`${l.runs[r[0]].
name} is first${a}: ${u} over ${x(q().length,"topic")}${se()}.`,p=l.boards.some(f=>f.subset===e&&f.measure===t)?"Ranks and shades are from the tests of all runs\
, which hold for fewer, too.":"How sure this order is was not tested.";return[[c,"leaderboard",""],...l.runs.length>1?[[p,"leaderboard",""]]:[]]}function Gr(e){return e.order.filter(ve)}function Oo(e){let t=vt(),n=t&&l.ranked.find(s=>s.subset===e.subset&&s.measure===e.measure&&s.type===t),o=e.order.map((s,r)=>r).
filter(s=>ve(e.order[s]));return new Map(o.map((s,r)=>{let i=u=>o.filter(c=>e.apart[s][c]===u).length,a=1+o.filter(u=>e.rank[u]<e.rank[s]).length;return n?[e.order[s],
{rank:a,low:n.low[r],high:n.high[r]}]:[e.order[s],{rank:a,low:1+i("<"),high:o.length-i(">")}]}))}function So(e){let t=ie(e),n=t&&Oo(t);return xo(e).map(o=>{let s=n&&
n.get(o.run);return s?{...o,rank:Ye(t)?o.rank:s.rank,rankLow:s.low,rankHigh:s.high}:o})}function Mo(e){let t=ie(e);if(!t)return null;if(_.against<0){let s=Oo(t);
return{run:-1,runs:new Set([...s].filter(([,{low:r}])=>r===1).map(([r])=>r)),of:s.size}}let n=Gr(t),o=t.apart[t.order.indexOf(_.against)];return{run:_.against,runs:new Set(
n.filter(s=>o[t.order.indexOf(s)]===".")),of:n.length-1}}function jo({run:e,runs:t,of:n}){let{best:o,ranks:s}=l.words,r=[...t].filter(c=>c!==e).map(c=>l.runs[c].
name),i=r.length>12?` and ${r.length-12} more`:"",a=`${r.slice(0,12).join(", ")}${i}`;if(e<0)return`shaded: ${x(r.length,"run")} of ${n} ${o.not_shown}: ${a}`;let{
name:u}=l.runs[e];return r.length?`shaded: ${x(r.length,"run")} of ${n} ${s.not_shown} than ${u}: ${a}`:`every other run is ${s.shown}, than ${u}`}var Kr=900;function Jr(e){return e===void 0||e===""||Number.isNaN(e)?null:typeof e=="string"?e.toLowerCase():e}function Ft({text:e,kind:t}){return`${e?"text":"n\
umber"}${t?` ${t}`:""}`}function ye({columns:e,rows:t,title:n,sorted:o,sortedBy:s,rowAttributes:r,empty:i,most:a=1/0,kind:u,few:c}){let[d,p]=R(o||{column:0}),[f,
m]=R(!1),[$,g]=R(a),b=s&&o?o:d,v=Se("thead button, tbody :is(a, button)");Q(()=>{let{current:O}=v,k=new ResizeObserver(()=>{let j=O.scrollWidth>O.clientWidth||O.
scrollHeight>O.clientHeight;O.tabIndex=j&&!O.querySelector("a, button")?0:-1});for(let j of[O,O.firstChild])k.observe(j)},[]);function y(O){let k=b.column===O?!b.
ascending:!!(e[O].text||e[O].rising);p({column:O,ascending:k}),s&&s(e[O],k),G(`${n}: sorted by ${e[O].name}, ${k?"ascending":"descending"}`)}function M(){m(!0),
v.current.focus()}let E=e[b.column]?.value||(()=>0),P=I(t.length,O=>Jr(E(t[O])),b.ascending),K=f?P:P.slice(0,$),oe=({currentTarget:{scrollTop:O,clientHeight:k,scrollHeight:j}})=>{
K.length<t.length&&O+k>j-Kr&&g($+a)};return h`<div class=${`scroll ${u||""}`.trim()} tabindex="-1" role="region" aria-label=${n} ref=${v} onScroll=${oe}>
    <table class=${c&&"few"} onwhole=${()=>m(!0)}>
      <caption>${n}</caption>
      <thead><tr>${e.map((O,k)=>Xr(O,k===b.column&&(b.ascending?"ascending":"descending"),()=>y(k)))}</tr></thead>
      <tbody>
        ${K.map(O=>h`<tr key=${O} ...${r?r(t[O]):{}}>
          ${e.map((k,j)=>Yr(k,t[O],j))}</tr>`)}
        ${K.length<t.length&&Co(e,h`<${Y} pressed=${M}>Show all ${t.length} rows; the first ${K.length} are shown<//>`)}
        ${!t.length&&Co(e,i)}
      </tbody>
    </table>
  </div>`}function Co(e,t="Nothing to show."){return h`<tr><td colspan=${e.length}>${t}</td></tr>`}function Xr(e,t,n){return e.name?h`<th scope="col" key=${e.name} class=${Ft(
e)} aria-sort=${t||null}>
    <button type="button" title=${e.help} onClick=${e.clicked||n}><bdi class="name">${e.name}</bdi></button>${e.under}
  </th>`:h`<td class=${Ft(e)}></td>`}function Yr(e,t,n){let o=(e.cell?e.cell(t):e.value(t))??"–";if(o.type==="td")return o;let s=typeof o=="number"?w(o,e.digits):
o;return n?h`<td class=${Ft(e)}>${s}</td>`:h`<th scope="row" class=${Ft(e)}>${s}</th>`}function Ao(e){let t=mn(e).trim();return t==="–"?"":t}function mn(e){return Array.
isArray(e)?e.map(mn).join(""):e==null||typeof e=="boolean"?"":e.props?mn(e.props.children):String(e)}function Qr(e,t){let n=parseFloat(e.replace("−","-").replaceAll(
",",""));return t||String(n)===e?n:e}function pe({heads:e,rows:t,...n}){let o=e.map((s,r)=>{let i=d=>/^([−+-]?\d[\d.]*)?$/.test(Ao(d[r])),[a,u]=Array.isArray(
s)?s:[s,r&&t.every(i)?"number":"text"],c=d=>Ao(d[r]);return{name:a,text:u!=="number",kind:u==="prose"?u:"",value:u==="number"||!r?d=>Qr(c(d),!!r):c,cell:d=>Number.
isInteger(d[r])?String(d[r]):d[r]}});return h`<${ye} columns=${o} rows=${t} sorted=${{column:-1}} ...${n} />`}function $n({words:e,make:t}){let[n,o]=R(!1);return h`<details class="data" onToggle=${({
currentTarget:s})=>o(s.open)} onfill=${()=>o(!0)}>
    <summary onClick=${()=>o(!0)}>${e}</summary>${n&&t()}
  </details>`}function ce({title:e,heads:t,rows:n}){return h`<${$n} words="Data of this figure" make=${()=>h`<${pe} title=${e} heads=${t} rows=${n()} />`} />`}var No="these results were read from a directory, without the runs";function Dt(e,t=Ne(e)){return e===null?"–":h`<span class="share" aria-hidden="true"><span style="width: ${(100*
e).toFixed(1)}%" /></span>
    <span class="beside">${t}</span>`}function qt(e,t){let{junk:n,outside:o,negative:s}=l.unjudged;return o[e][t]+(n?0:s[e][t])}var Wt=()=>l.unjudged?.junk?"jud\
ged as junk":"pooled, not judged";function Zr(){let{unjudged:e}=l;return!e||!e.negative.flat().some(Boolean)?[]:[["not in the pool",e.outside],[Wt(),e.negative]].
map(([n,o])=>({name:`first ${e.cutoffs[0]}: ${n}`,value:s=>o[s][0],cell:s=>Dt(o[s][0])}))}function es(){let{runs:e,unjudged:t}=l,n=r=>e[r].retrieved?e[r].unjudged/
e[r].retrieved:null,o=(r,i)=>({name:r,value:i,cell:a=>Dt(i(a))}),s=[...bt(),{name:"retrieved",digits:0,value:r=>e[r].retrieved},...(t?.cutoffs||[]).map((r,i)=>o(
`first ${r}`,a=>qt(a,i))),...t?.junk&&t.negative.flat().some(Boolean)?[]:[o("all",n)],...Zr()];return h`<${ye} columns=${s} rows=${[...e.keys()]} title="Share of unjudged documents" sorted=${{
column:s.length-1}} />`}function Ut(){return l.relevance_level&&`relevant from grade ${l.relevance_level}`}function ts(){let e=l.topics.filter(r=>r.judged!==null);
if(!e.length)return N("Not known: these results were written without a table of topics");let t=["judged","relevant"].map(r=>{let i=e.map(a=>Number(a[r]));return{
kind:r,counts:i,sum:i.reduce((a,u)=>a+u,0)}}),n=[{name:"documents",text:!0,value:({kind:r})=>r},{name:"min",digits:0,value:({counts:r})=>me(r,0)},{name:"median",
digits:1,value:({counts:r})=>$e(r)},{name:"max",digits:0,value:({counts:r})=>me(r,1)},{name:"sum",digits:0,value:({sum:r})=>r}],[o,s]=t.map(({sum:r})=>r);return h`
    <${ye} columns=${n} rows=${t} title="Judged and relevant documents by topic" sorted=${{column:0,ascending:!0}} />
    ${N(x(e.length,"topic"),"documents with a grade in the judgments",Ut(),o&&`${Ne(s/o)} of all judged documents are relevant`)}
    <${ce} title="Judged and relevant documents of each topic" heads=${["topic","judged","relevant"]}
      rows=${()=>e.map(r=>[r.id,r.judged,r.relevant])} />`}function ns(){if(!l.uniques)return N(`Not known, because ${No}`);let e=Math.max(1,...Object.values(l.
uniques)),t=o=>l.runs.filter((s,r)=>He(r)===o).length;return h`<${ye} columns=${[{name:"group",text:!0,value:([o])=>o,cell:([o])=>A(o)},{name:"runs",digits:0,value:([
o])=>t(o)},{name:"unique relevant",value:([,o])=>o,cell:([,o])=>Dt(o/e,String(o))}]} rows=${Object.entries(l.uniques)} title="Unique relevant documents by group" sorted=${{
column:2}} />
    ${N("Relevant documents that runs of this group have within rank 100 of a topic, and no run of another group has","a run without a group stands for itself",
Ut(),_t())}`}function os(){let{runs:e,unjudged:t}=l;if(!t)return null;let n=e.map((i,a)=>qt(a,0)),o=n.filter(i=>i===0).length,s=n.indexOf(Math.max(...n)),r=`the\
 first ${t.cutoffs[0]} documents`;return o===e.length?te(`All of ${r} of every run are judged.`):e.length===1?te(`Of ${r} ${Ne(n[0])} are unjudged.`):te(`All of\
 ${r} of ${o} of ${x(e.length,"run")} are judged; most is unjudged of `,A(e[s].name),`: ${Ne(n[s])}.`)}var rs=()=>h`
  ${os()}${es()}
  ${N(l.unjudged&&"First k: of the documents within rank k of all judged topics together, how many are unjudged","all: of everything that the run retrieved for \
its averaged topics",l.unjudged?.junk?"unjudged is a document that is not in the judgments":"unjudged is a document without a grade of 0 or more in the judgment\
s",!l.unjudged&&`the shares within the first ranks are not known, because ${No}`,_t())}
  <div class="columns"><div><h3>Judged and relevant</h3>${ts()}</div>${l.runs.length>1&&h`<div><h3>Found by one group alone</h3>${ns()}</div>`}</div>`;function gn(e,t){
return{name:e,of:n=>n[t].length,cell:({[t]:n})=>n.length?h`<span title=${n.join(", ")}>${n.length}</span>`:"–"}}function _n(e,t){return{name:e,text:!0,of:n=>t(
n).length,cell:n=>h`<bdi class="noticed">${t(n).join("; ")||"–"}</bdi>`}}function To(e){return Object.entries(e).map(([t,n])=>`${t}: ${n}`)}var bn=[{name:"tie\
d documents",of:({tied:e})=>e,cell:({tied:e,retrieved:t})=>e?Dt(Math.min(1,e/Math.max(1,t)),String(e)):"–"},gn("topics missing","missing"),gn("topics left out",
"left_out"),gn("topics without judgments","extra"),_n("findings",({findings:e})=>To(e)),_n("repairs, lines changed",({repairs:e})=>To(e)),_n("warnings",({warnings:e})=>e)];
function ss(){let{runs:e,checked:t,refused:n}=l,o=bn.filter(({of:a})=>e.some(a)),s=[...e.keys()].filter(a=>o.some(({of:u})=>u(e[a]))),r=bt(),i=[...r,...o.map(({
name:a,text:u,of:c,cell:d})=>({name:a,text:u,value:p=>c(e[p]),cell:p=>d(e[p])}))];return h`
    ${s.length>0&&h`<${ye} columns=${i} rows=${s} title="What was noticed of each run" sorted=${{column:r.length}} />`}
    ${N(t?"Runs were checked before the evaluation; findings and repairs are counted by their names":"Runs were not checked: the task has no key check",e.some(a=>a.
tied)&&"tied documents share their score with another of the same topic; the bar is their share of what was retrieved",s.length<e.length&&`not listed, because t\
here is nothing to say of ties, topics or repairs: ${e.length-s.length} of ${x(e.length,"run")}`,n&&`refused before the evaluation, and listed below: ${x(n,"run")}`,
_t())}`}re({id:"quality",title:"Quality of the data",order:100},()=>H(()=>h`<div id="coverage">${rs()}</div><h3>Ties, topics and repairs</h3><div id="repairs">${ss()}</div>`,
[]));function Qe(){let[e,t]=R(!1);return Q(()=>{let[n,o]=[()=>t(!0),()=>t(!1)];return window.addEventListener("beforeprint",n),window.addEventListener("afterprint",o),
()=>{window.removeEventListener("beforeprint",n),window.removeEventListener("afterprint",o)}},[]),e}function le(e,t,n,o){return h`<text x=${B(e)} y=${B(t)} ...${o}>${n}</text>`}
function Ze(e,t={}){let n=a=>a.replace(/\{(\w+)\}/g,(u,c)=>t[c]),{title:o,x:s,y:r,key:i}=l.figures[e];return{title:n(o),x:n(s),y:n(r),key:Object.fromEntries(Object.
entries(i).map(([a,u])=>[a,n(u)]))}}function vn({title:e,description:t=""},n,o){return{viewBox:`0 0 ${n} ${o}`,class:"figure",role:"img","aria-label":`${e}. ${t}`,
style:`max-width: ${n}px`,preserveAspectRatio:"xMinYMin meet"}}function wn(e){return{onPointerMove:n=>{let[o,s]=[ee("tip"),e(n)];if(o.hidden=s===null,s===null)return;
o.textContent=s;let r=Math.min(n.clientX+14,window.innerWidth-o.offsetWidth-8),i=n.clientY+18+o.offsetHeight<window.innerHeight;o.style.left=`${Math.max(4,r)}px`,
o.style.top=`${i?n.clientY+18:n.clientY-o.offsetHeight-10}px`},onPointerLeave:()=>{ee("tip").hidden=!0}}}function Ro(e,t){let n=e.getBoundingClientRect(),o=e.viewBox.
baseVal.width/n.width;return[(t.clientX-n.left)*o,(t.clientY-n.top)*o]}function is(e,t,{rows:n,columns:o},s){let r=(p,f)=>{for(let m=p;m>=0&&m<n*o;m+=f)if(s(m))
return m;return null};if(e==="End")return r(n*o-1,-1);if(e==="Home"||t===null)return r(0,1);let[i,a]={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[0,-1],ArrowRight:[
0,1]}[e]||[0,0],[u,c]=[Math.floor(t/o)+i,t%o+a];return u>=0&&u<n&&c>=0&&c<o&&s(u*o+c)?u*o+c:null}function Eo({left:e,top:t,across:n,down:o,rows:s,columns:r}){return{
itemAt:(i,a)=>{let[u,c]=[Math.floor((a-t)/o),Math.floor((i-e)/n)];return u>=0&&u<s&&c>=0&&c<r?u*r+c:null},outline:i=>Ae(e+i%r*n,t+Math.floor(i/r)*o,n,o)}}function Bo({
figure:e,size:[t,n],grid:o,there:s=()=>!0,itemAt:r=Eo(o).itemAt,outline:i=Eo(o).outline,crossed:a,above:u,children:c}){let[d,p]=[he(null),he(null)],[f,m]=R({figure:e,
item:null,keyed:!1}),$=f.figure===e?f.item:null;Q(()=>{f.keyed&&p.current&&p.current.scrollIntoView({block:"nearest",inline:"nearest"})},[f]);let{title:g,item:b,
opens:v=`opens the ${b}`,words:y,open:M,pick:E}=e,P=(C,J)=>{m({figure:e,item:C,keyed:J}),J&&G(y(C)),E&&E(C)},K=C=>{let[J,De]=Ro(d.current,C),Me=r(J,De);return Me!==
null&&s(Me)?Me:null},oe=C=>{if(C.key==="Enter"&&$!==null)M($);else if(/^(Arrow(Up|Down|Left|Right)|Home|End)$/.test(C.key)){let J=is(C.key,$,o,s);J!==null&&P(J,
!0)}else return;C.preventDefault()},O=C=>{let J=K(C);J!==null&&(P(J,!1),E||M(J))},k=wn(C=>{let J=K(C);return C.target.dataset.words||(J===null?null:y(J))}),j=`w\
idth: ${t}px`;return h`<div class="scroll explorable" tabindex="0" role="application" onKeyDown=${oe} onClick=${O} ...${k}
      aria-label="${g}. Arrow keys move from ${b} to ${b}, Enter ${v}.">
    ${u}<svg ref=${d} ...${vn(e,t,n)} style=${j}>${c}
      ${$!==null&&a&&h`<path class="cross" d=${a($)} />`}
      ${$!==null&&h`<path ref=${p} class="mark" d=${i($)} />`}</svg></div>`}function Io(e,t,n,o=String){return n.ticks.map(s=>h`<path class="grid" d="M${e} ${B(
n(s))}H${t}" />${le(e-8,n(s)+4,o(s),{class:"tick","text-anchor":"end"})}`)}function Po(e,t){return t&&le(12,e,t,{"text-anchor":"middle",transform:`rotate(-90 12\
 ${B(e)})`})}function as({left:e,right:t,top:n,bottom:o},s,r,i,a){return h`${Io(e,t,r)}${s.ticks.map(u=>h`<path class="axis" d="M${B(s(u))} ${o}v5" />${le(s(u),
o+20,String(u),{class:"tick","text-anchor":"middle"})}`)}
    <path class="axis" d="M${e} ${n}V${o}H${t}" />
    ${le((e+t)/2,o+40,i,{"text-anchor":"middle"})}${Po((n+o)/2,a)}`}function ue({listed:e}){return h`<ul class="signs">${e.map(([t,n])=>h`<li>
    <svg width="16" height="12" aria-hidden="true"><path ...${t} /></svg>${n}</li>`)}</ul>`}var Ho={bar:(e,t,[n,o])=>`${ke([e(n,-t),e(o,-t),e(o,t),e(n,t)])}z`,box:(e,t,n)=>Ho.
bar(e,t,n),whisker:(e,t,n)=>[n.slice(0,2),n.slice(2)].map(o=>ke(o.map(s=>e(s,0)))).join("")+[n[0],n[n.length-1]].map(o=>ke([e(o,-t/2),e(o,t/2)])).join(""),tick:(e,t,[
n])=>ke([e(n,-t),e(n,t)])},Lo={point:4,outliers:2.4},ls={bar:"bar",box:"box",whisker:"axis",tick:"median",point:"own",outliers:"dot"};function cs({kind:e,of:t,class:n=ls[e],
colour:o=()=>"",words:s,half:r=1/0},i,a,u){let c=Array.from({length:i},(f,m)=>[t(m)].flat().filter($=>$!==null));if(Lo[e])return c.map((f,m)=>f.map(($,g)=>{let[
b,v]=a(m)($,0).map(B);return h`<circle class=${typeof n=="function"?n(m):o(m)?null:n} cx=${b} cy=${v}
        r=${Math.min(Lo[e],Math.max(2.5,u))} fill=${o(m)||null}
        data-words=${s&&s(m,g)} />`}));let d=new Map;c.forEach((f,m)=>{if(!f.length)return;let $=d.get(o(m))||[];$.push(Ho[e](a(m),Math.min(r,u),f)),d.set(o(m),
$)});let p=f=>e==="whisker"||e==="tick"?{stroke:f,"stroke-width":1.5}:{fill:f};return Array.from(d,([f,m])=>h`<path d=${m.join("")} ...${f?p(f):{class:n}} />`)}
function Fe({figure:e}){let{names:t,axis:n,marks:o,height:s=210,most:r=10,lines:i=[],pointed:a,defs:u}=e,c=Qe(),[d,p,f]=[60,a?18:10,t.length],m=p+s,$=Math.min(44,
Do(Ve(c)-74,f)),g=d+$*f,b=Math.min(r,Math.max(...t.map(E=>Array.from(E).length))),v={left:d,top:p,across:$,down:s,rows:1,columns:f},y=H(()=>{let E=Ue(n.low,n.high,
m,p,n.most),P=O=>d+(O+.5)*$,K=O=>(k,j)=>[P(O)+j,E.clamped(k)],oe=(O,k)=>{let[j,C]=[B(P(k)+4),m+8];return k%Rt($)?null:le(j,C,fe(O,r),{class:"small","text-anchor":"\
end",transform:`rotate(-90 ${j},${C})`})};return h`<defs>${u}</defs>
      ${[Io(d,g,E,n.words),t.map(oe),Po((p+m)/2,n.label)]}
      ${o.map(O=>cs(O,f,K,Math.max($/2,Math.min(1,$))-($>4?1:0)))}
      ${i.map(([O,k])=>h`<path class=${k} d="M${d} ${B(E.clamped(O))}H${g}" />`)}
      ${a&&le(P(a[0]),E.clamped(a[1])-4,"▼",{"text-anchor":"middle",class:"small"})}`},[e,$]),M=[Math.max(g+12,Math.min(340,Ve(c))),m+20+7*b];return h`<${Bo} figure=${e} size=${M} grid=${v}>${y}<//>`}
function Fo({axis:e,value:t,low:n,high:o,width:s,error:r,colour:i}){let[a,u,c]=[t,n,o].map(f=>B(e.clamped(f))),d=`${w(n)} to ${w(o)}`,p=[[n>=e.low,u],[o<=e.high,
c]].map(([f,m])=>f?`M${m} 5v8`:"").join("");return h`<span class="hidden">${d}</span><svg class="whisker" viewBox=${`0 0 ${s} 18`} aria-hidden="true" style="width:${s}px;${i?
`fill:${i};stroke:${i}`:""}" ...${wn(()=>d)}>
    ${r&&h`<path class="sample-error" d="M${B(e.clamped(t-r))} 9H${B(e.clamped(t+r))}" />`}
    <path d="M${u} 9H${c}${p}" /><circle cx=${a} cy="9" r="3.5" /></svg>`}function Do(e,t){let n=e/Math.max(1,t);return n<2?n:Math.floor(n)}function yn({rows:e,
columns:t,ids:n},o){let s=o?n:t,r=Math.max(...s.map(p=>p.length)),[i,a]=Ce()&&!o?[92,62]:[160,104],u=42+Math.round(5.6*Math.min(17,r)),c=Math.min(72,Do(Ve(o)-i-
a-2,t.length)),d=o?Math.min(12,(cn.height-u-6)/e.length):Math.min(24,Math.max(12,Math.floor(600/e.length)));return{left:i,top:u,across:c,down:d,rows:e.length,columns:t.
length,beyond:a,heads:s,every:Rt(c,o?8:11),everyRow:Rt(d,6.5)}}function us(){return h`<defs><pattern id="hatched" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <path class="axis" d="M0 0V5" /></pattern></defs>`}function fs({looks:e,look:t},{left:n,top:o,across:s,down:r,rows:i,columns:a}){let u=e.map(()=>[]),c=s>14?
1:0;for(let d=0;d<i;d+=1)for(let p=0;p<a;p+=1){let f=t(d,p);u[f].push(Ae(n+p*s,o+d*r,Math.max(.2,s-c),r-c))}return e.map((d,p)=>u[p].length>0&&h`<path class="cells" ...${d} d=${u[p].
join("")} />`)}function ds({margins:e},{left:t,top:n,across:o,down:s,columns:r,everyRow:i}){if(!e)return null;let a=t+r*o,u=({fill:c,words:d,tag:p,text:f},m)=>h`
    <path class="margin" d=${Ae(a+4,n+m*s,12,s)} fill=${c} data-words=${d} />
    <path fill=${p?.fill} d=${Ae(t-6,n+m*s+1,4,s-2)} data-words=${p?.words} />
    ${m%i?null:le(a+20,n+(m+.5)*s+Math.min(4,s/2),f||"",{class:"small tick"})}`;return h`${e.rows.map(u)}${e.columns.map(({fill:c,words:d},p)=>h`
    <path class="margin" d=${Ae(t+p*o,n-16,o,12)} fill=${c} data-words=${d} />`)}
    ${le(t-10,n-6,e.above,{class:"small tick","text-anchor":"end"})}
    ${le(a+20,n-6,e.beside,{class:"small tick"})}`}function ps({rows:e},{left:t,top:n,across:o,down:s,heads:r,every:i,everyRow:a}){return h`${e.map((u,c)=>c%a?null:
le(t-10,n+(c+.5)*s+Math.min(4,s/2),fe(u,Ce()?12:24),{class:"small","text-anchor":"end"}))}
    ${r.map((u,c)=>{let[d,p]=[t+(c+.5)*o+3,n-22];return c%i?null:le(d,p,fe(u,17),{class:"small",transform:`rotate(-65 ${B(d)} ${p})`})})}`}function qo({figure:e}){
let t=yn(e,Qe()),{left:n,top:o,across:s,down:r,rows:i,columns:a,beyond:u}=t,[c,d]=[n+s*a,o+r*i],p=H(()=>h`${us()}${fs(e,t)}${ds(e,t)}${ps(e,t)}`,[e,s,r,t.heads]),
f=m=>{let[$,g]=[Math.floor(m/a),m%a],[b,v]=[n+g*s,o+$*r];return`M${n} ${v+r/2}H${b}M${b+s} ${v+r/2}H${c}M${b+s/2} ${o}V${v}M${b+s/2} ${v+r}V${d}`};return h`<${Bo} figure=${e} size=${[
c+u,d+6]} grid=${t} crossed=${f}>${p}<//>`}function Wo({title:e,low:t,high:n,colour:o,steps:s,missing:r}){let[i,a]=[300,12],u=d=>a+(d-t)/(n-t)*i,c=`${e} from ${w(
t,2)} to ${w(n,2)}`;return h`<svg ...${vn({title:"Colours",description:c},i+2*a+(r?130:10),36)}>
    ${Array.from({length:s},(d,p)=>h`<path class="cells" fill=${o(p/(s-1))}
      d=${Ae(a+p*i/s,2,i/s+.5,12)} />`)}
    ${at(t,n,5).filter(d=>d>=t&&d<=n).map(d=>h`<path class="axis" d="M${B(u(d))} 14v4" />${le(u(d),31,String(d).replace("-","−"),{class:"tick","text-anchor":"\
middle"})}`)}
    ${r&&h`<path d=${Ae(a+i+20,2,16,12)} fill="url(#hatched)" class="outlined" />
      ${le(a+i+42,12,r,{class:"tick"})}`}</svg>`}function Uo({figure:e,width:t,lit:n,onLit:o}){let{x:s,y:r,lines:i,context:a,diagonal:u,dotted:c}=e,[d,p]=[Math.
round(t*.75),t<420?10:16],f={left:56,right:t-16-6*p,top:10,bottom:d-52},[m,$]=[Ue(s.low,s.high,f.left,f.right),Ue(r.low,r.high,f.bottom,f.top)],g=k=>k.map(([j,C])=>[
m(j),$(C)]),[b,v,y]=H(()=>[h`${as(f,m,$,s.label,r.label)}${u&&h`<path class="grid" d=${ke(g([[0,0],[1,1]]))} />`}
      <path class="band" d=${ke(g(hs(e)))} /><path class="context" d=${a.map(k=>ke(g(k))).join("")} />`,new Map(i.map(({key:k,points:j})=>[k,h`<path d=${ke(g(j))} />${c&&
g(j).map(([C,J])=>h`
      <circle cx=${B(C)} cy=${B(J)} r="2.5" stroke-dasharray="none" />`)}`])),ms(i.map(k=>({...k,end:g(k.points).at(-1)||[]})),f,p)],[e,t]),M=he(null),E=k=>{let[
j,C]=Ro(M.current,k);return i.flatMap(({key:De,points:Me})=>g(Me).map(([kr,Or],Sr)=>({key:De,index:Sr,far:Math.hypot(kr-j,Or-C)}))).reduce((De,Me)=>Me.far<De.far?
Me:De,{key:null,index:0,far:30})},{onPointerMove:P,onPointerLeave:K}=wn(k=>{let{key:j,index:C}=E(k);return o(j),j===null?null:e.words(j,C)}),oe=i.some(({key:k})=>k===
n),O=oe?[...i.filter(({key:k})=>k!==n),...i.filter(({key:k})=>k===n)]:i;return h`<svg ref=${M} ...${vn(e,t,d)} onPointerMove=${P} onPointerLeave=${()=>{K(),o(null)}}>
    ${b}<g class=${oe?"lines some":"lines"}>${O.map(({key:k,style:j})=>h`<g key=${k} class=${k===n?"lit":null} ...${j}>${v.get(k)}</g>`)}</g>${y}</svg>`}function hs({
shared:e,context:t}){if(!e||t.length<4)return[];let n=o=>t[0].map(([s],r)=>[s,Number(me(t.map(i=>i[r][1]),o))]);return[...n(.25),...n(.75).reverse()]}function ms(e,{
right:t,top:n,bottom:o},s){if(e.length>12)return[];let r=o+14;return e.sort((i,a)=>a.end[1]-i.end[1]).map(({name:i,style:a,end:[u,c]},d)=>(r=Math.min(Math.max(c,
n+12*(e.length-1-d)),r-12),h`<path class="lead" d="M${B(u)} ${B(c)}L${t+6} ${B(r)}" stroke=${a.stroke} />${le(t+9,r+3,fe(i,s),{class:"small",style:`fill:${a.stroke}`})}`))}function zo(){let{curves:{levels:e,cutoffs:t,subsets:n},unit:o}=l,s=Go(),r=n[_.subset]||n[""],i=(u,c)=>{let d=r[u];if(!d)return[];let[p,f]=c(d);return p.map((m,$)=>[
m,f[$]/o])},a=[{name:"levels",positions:e,shared:!0,points:u=>i(u,([c])=>[e,c]),words:(u,[c,d])=>`recall ${c}: precision ${w(d)}`,cells:([,u])=>u,head:u=>`recal\
l ${u}`},{name:"cutoffs",positions:t,dotted:!0,points:u=>i(u,([,c,d])=>[d.map(p=>p/o),c]),words:(u,[c,d])=>`first ${t[u]} documents: precision ${w(d)}, recall ${w(
c)}`,cells:([u,c])=>`${w(c)} / ${w(u)}`,head:u=>`P / R at ${u}`}];return s&&a.push({name:"roc",positions:s.false,diagonal:!0,shared:!0,points:u=>s.false.flatMap(
(c,d)=>s.true[u][d]===null?[]:[[c,Number(s.true[u][d])]]),words:(u,[c,d])=>`false positive rate ${c}: true positive rate ${w(d)}`,cells:([,u])=>u,head:u=>`at ${u}`}),
a.filter(u=>u.positions.length)}function Go(){let{roc:e}=l;return e&&{false:e.false,...e.subsets[_.subset]||e.subsets[""]}}function Ko(){let e=Jo();return[...l.
runs.keys()].filter(t=>t<5||e.length<=6&&e.includes(t))}function Jo(){let e=new Map;return l.runs.forEach((t,n)=>{e.has(He(n))||e.set(He(n),n)}),[...e.values()]}
function $s(e,t,n){let o=l.runs.map((d,p)=>e.points(p)),s=d=>Math.max(.1,...o.flat().map(p=>p[d])),{title:r,x:i,y:a}=Ze(e.name),u=t.filter(d=>o[d].length);return{
...e,title:r,description:"The numbers are in the table below it.",words:(d,p)=>{if(!e.shared)return`${l.runs[d].name}
${e.words(p,o[d][p])}`;let f=I(u.length,m=>o[u[m]][p][1]).slice(0,16).map(m=>u[m]);return[e.head(o[d][p][0]),...f.map(m=>`${w(o[m][p][1])}  ${l.runs[m].name}${m===
d?" ◂":""}`)].join(`
`)},x:{label:i,low:0,high:s(0)},y:{label:a,low:0,high:s(1)},lines:u.map(d=>({key:d,name:l.runs[d].name,points:o[d],style:n(d)})),context:Z().map(d=>o[d]).filter(
d=>d.length)}}function gs(){let{curves:e}=l,t=Go(),n=new Set(_.subset in e.subsets?q():l.topics.keys()),o=l.runs.map((r,i)=>[...n].filter(a=>l.values[0][a][i]!==
null).length).filter(Boolean),s=r=>x(Math.min(...r),"topic",Math.max(...r));return N(`grey: ${Z().length<l.runs.length?"the runs that are left":"all runs"}, and\
 where they have the same recall levels the band between their quartiles`,"Interpolated precision is the best precision from the rank on that reaches the recall\
 level","precision and recall after so many documents are those of the whole cutoff, also where a run has fewer",`both are means over ${s(o)}`,t&&`ROC: over the\
 judged documents alone, averaged vertically (the true positive rate at each false positive rate) over ${s(t.topics)} with relevant and judged non-relevant docu\
ments; grey: by chance`,l.relevance_level&&`relevant from grade ${l.relevance_level}`,we())}function _s(){let{levels:e,subsets:t}=l.curves,n=t[_.subset]||t[""],
o=[.1,.5].map(i=>e.indexOf(i)).filter(i=>i>=0),s=Z().filter(i=>n[i]);if(!o.length||s.length<2)return null;let r=o.map(i=>{let a=c=>Number(n[c]?.[0][i]),u=s.reduce(
(c,d)=>a(d)>a(c)?d:c);return[W("run",u),` at recall ${e[i]} (${w(a(u)/l.unit)})`]});return te("The highest precision has ",r.map((i,a)=>[a>0&&" and ",...i]),".")}
function bs(){return _.subset&&!(_.subset in l.curves.subsets)&&h`<p class="warning">Curves are means over all topics, not over the subset ${_.subset}.</p>`}function vs(e){
let t=he(new Map).current;for(let o of[...t.keys()])e.includes(o)||t.delete(o);for(let o of e){let s=[...t.values()];t.has(o)||t.set(o,[...l.runs.keys()].findIndex(
r=>!s.includes(r)))}let n=de();return o=>({...We(t.get(o)||0),..._.colour?{stroke:n.ofRun(o)}:{}})}function Xo(e){return e?`${e} of ${x(l.runs.length,"run")} dr\
awn`:"no run is drawn: choose some in the list"}function Vo(e){let t=[...e].sort((n,o)=>n-o);F({curves:t.map(n=>l.runs[n].name)}),G(Xo(t.length))}function ws(){
let{curves:e,colour:t,filter:n,only:o,subset:s}=_,r=Qe(),[i,a]=R(null),u=[...l.runs.keys()].filter($=>e.includes(l.runs[$].name)),c=vs(u),d=H(()=>{let $=b=>h`<svg class="sample" viewBox="0 0 26 10" aria-hidden="true">
      ${u.includes(b)&&h`<path d="M0 5H26" stroke-width="3" ...${c(b)} />`}</svg>`,g=l.runs.map(({name:b},v)=>({key:v,name:b,before:$(v),near:()=>a(v)}));return h`<${dt} title=${`\
Runs, the best first by ${S(l.first_measure)}`} items=${g} checked=${u} changed=${Vo} />`},[e,t]),p=H(()=>zo().map(($,g,{length:b})=>{let v=$s($,u,c),y=r?Ve(r):
Number(ee("curves").querySelector(".content")?.clientWidth);return{figure:v,width:Math.max(280,Math.min(660,Math.floor(y/Math.min(b,r?2:b))-20)),table:h`<${ce} title=${v.
title} heads=${["run",...$.positions.map($.head)]}
        rows=${()=>u.map(M=>[l.runs[M].name,...$.points(M).map($.cells)])} />`}}),[e,t,n,o,s,r]),f=($,g)=>h`<${Y} pressed=${()=>Vo(g())}>${$}<//>`,m=()=>I(l.runs.
length,$=>T(_.measure,X(_.measure,$)));return h`${_s()}<${ne}>${f("Best 5",()=>m().filter(ve).slice(0,5))}
      ${l.runs.some($=>$.group)&&f("Best of each group",()=>Jo().filter(ve))}
      ${f("All",Z)}${f("None",()=>[])}<span class="caption">${Xo(u.length)}</span><//>
    <div onPointerLeave=${()=>a(null)}>${d}</div>${bs()}${t&&h`<${ue} listed=${Re(de())} />`}
    <div class="columns">${p.map(({figure:$,width:g,table:b})=>h`<div><h3>${$.title}</h3>
      <${Uo} figure=${$} width=${g} lit=${i} onLit=${a} />${b}</div>`)}</div>${gs()}`}re({id:"curves",title:"Precision and recall",order:20},()=>zo().length?h`<${ws} />`:
N("There are no curves: no topic was averaged, or the judgments are a sample"));var xn=new Map;function On(e){if(!xn.has(e)){let{docs:t,runs:n}=l.first.topics[e],o=t.map(()=>0);for(let s of n)for(let r of new Set(s))o[r]+=1;xn.set(e,o)}return xn.
get(e)}function ys(e){return e>=Number(l.relevance_level)?["relevant","●",`relevant${e>1?`, grade ${e}`:""}`]:e>=0?["nonrelevant","○",`not relevant${e>0?`, \
grade ${e}`:""}`]:e===-1?["unjudged","?","unjudged"]:[l.unjudged?.junk?"nonrelevant":"unjudged","×",Wt()]}function Vt(e){let[t,n,o]=ys(e);return h`<span class="grade ${t}"><span aria-hidden="true">${n} </span>${o}</span>`}
function zt(e){let[t,n]=Object.hasOwn(l.texts,e)?l.texts[e]:["",""];return h`${A(e,1/0)}${t&&h`<bdi class="doc title">${t}</bdi>`}${n&&h`<bdi class="doc">${n}</bdi>`}`}
function xs(e,t,n){let{docs:o,grades:s,runs:r}=l.first.topics[t],i=On(t),a=D(e,t,n),u=a===null?"not evaluated on this topic":`${S(e)} ${w(a,l.measures[e].digits)}\
, rank ${Ge(e,t,n)}`,c=r[n].map((d,p)=>[String(p+1),Vt(s[d]),zt(o[d]),...l.runs.length>1?[String(i[d]-1)]:[]]);return h`<div class="first" key=${n}><h4>${W("run",
n)} ${u}</h4>
    ${c.length?h`<${pe} title="First documents of ${z(l.runs[n].name)}" rows=${c}
      heads=${[["rank","number"],["judgment","text"],["document","prose"],...l.runs.length>1?[["others","number"]]:[]]} />`:h`<p>The run retrieved nothing for this topic.</p>`}</div>`}
var kn={best:"best",median:"median",chosen:"chosen run",none:"no other run"};function Yo(){let{measure:e,topic:t,run:n}=_,[o,s]=R(["best",l.runs.length>1?"media\
n":"none"]),r=Se("a"),i=I(l.runs.length,f=>T(e,D(e,t,f))),a=i.filter(f=>D(e,t,f)!==null),u={best:a[0],median:a[Math.floor(a.length/2)],chosen:n},c=f=>u[f]??Number(
f),d=(f,m)=>{let g=[...Object.keys(kn).filter(b=>m||b!=="none").map(b=>[b,b==="none"?kn.none:`${kn[b]}: ${l.runs[c(b)].name}`]),...i.map(b=>[b,`${l.runs[b].name}\
 ${w(D(e,t,b),l.measures[e].digits)}`])];return h`<${Xe} words=${f} options=${g} value=${o[m]}
      changed=${b=>s(o.map((v,y)=>y===m?b:v))} />`},{depth:p}=l.first;return h`<h3>What the runs found first</h3>
    ${l.runs.length>1&&h`<${ne}>${["Documents of","beside those of"].map(d)}<//>`}
    <div class="columns" ref=${r}>${[...new Set(o.filter(f=>f!=="none").map(c))].map(f=>xs(e,t,f))}</div>
    ${N(`The first ${p} documents of a run on the topic above`,l.runs.length>1&&`others: how many of ${x(l.runs.length-1,"other run")} have the document among t\
heir first ${p}`,Ut(),"unjudged: not in the judgments",l.unjudged?.negative.flat().some(Boolean)&&`${Wt()}: in the judgments with a grade below 0`)}`}var wt=50,Sn={id:["topic",()=>I(l.topics.length,e=>e,!0)],hardest:["difficulty, hardest first (median of the runs)",e=>I(l.topics.length,t=>T(e,$e(_e(e,t))),!0)],
relevant:["number of relevant documents",()=>I(l.topics.length,e=>l.topics[e].relevant)]},Mn={value:["value, best first",e=>I(l.runs.length,t=>T(e,X(e,t)))],name:[
"name",()=>I(l.runs.length,e=>l.runs[e].name.toLowerCase(),!0)],group:["group",()=>I(l.runs.length,e=>He(e).toLowerCase(),!0)]},Gt=()=>_.heat==="residual";function Zo(e){
let[t,n]=Ee(e);return{of:(s,r)=>D(e,s,r),low:t,high:n,colour:s=>ln(s)}}function ks(e){if(!Gt())return Zo(e);let t=l.topics.map((r,i)=>Number($e(_e(e,i)))),n=(r,i)=>{
let a=D(e,r,i);return a===null?null:a-t[r]},o=Math.max(1e-9,...t.flatMap((r,i)=>l.runs.map((a,u)=>Math.abs(n(i,u)||0)))),s=l.measures[e].lower_is_better?1:0;return{
of:n,low:-o,high:o,colour:r=>ln(Math.abs(s-r),$o)}}function Os({low:e,high:t},n){return n===null?wt:Math.round((n-e)/(t-e)*(wt-1))}function Ss({colour:e}){return[
...Array.from({length:wt},(t,n)=>e(n/(wt-1))),"url(#hatched)"].map(t=>({fill:t}))}function Qo({low:e,high:t,colour:n},o){return o===null?"url(#hatched)":n((o-e)/
(t-e))}function Ms(e,t,n,o){let{digits:s}=l.measures[e],[r,i]=[Zo(e),de()],a=n.map(c=>{let d=z(l.runs[c].name),p=Ke(e,c,t),f=Gt()?Pe(t.map($=>o.of($,c))):p,m=i.
name&&ge(i.name,c);return{fill:Qo(o,f),text:w(p,s?4:1),words:`${d}
${Gt()?"mean difference from the median":"mean"} ${w(f,s?4:1)}`,tag:{fill:i.ofRun(c),words:m?`${d}
${i.name} ${z(m)}`:d}}}),u=t.map(c=>{let d=$e(_e(e,c));return{fill:Qo(r,d),words:`${Ht(c)}
median of all runs ${w(d,s)}`}});return{rows:a,columns:u,above:"median of all runs",beside:Te(e)?"geometric mean":"mean"}}function js(e,t,n,o,s,r){let{title:i,x:a,
y:u}=Ze("heat-map",{measure:S(e),...o}),c=p=>({topic:t[p%t.length],run:n[Math.floor(p/t.length)]}),d={title:`${i}: ${x(n.length,"run")} on ${x(t.length,"topic")}`,
description:`Rows: ${u}. Columns: ${a}.`,item:"cell",opens:"opens the topic",rows:n.map(p=>l.runs[p].name),columns:t.map(p=>`${l.topics[p].id} ${l.topics[p].title||
""}`.trim()),ids:t.map(p=>l.topics[p].id),looks:Ss(s),look:(p,f)=>Os(s,s.of(t[f],n[p])),margins:Ms(e,t,n,s),words:p=>{let{topic:f,run:m}=c(p);return`${Ht(f)}
${z(l.runs[m].name)}
${er(e,f,m)}`},open:p=>pt("topic",c(p).topic),pick:p=>r({figure:d,...c(p)})};return d}function er(e,t,n){let o=D(e,t,n);return o===null?"not evaluated":`${S(e)}\
 ${w(o,l.measures[e].digits)}, rank ${Ge(e,t,n)}`}function Cs(e){let{measure:t}=_,[n,o]=[new Set(q()),new Set(Z())],[[s,r],[i,a]]=[Sn[_.topics_by]||Sn.hardest,Mn[_.
runs_by]||Mn.value],[u,c]=[r(t).filter($=>n.has($)),a(t).filter($=>o.has($))];if(!c.length||!u.length)return null;let[d,p,f]=[ks(t),l.values[t].some($=>$.includes(
null)),de()];return{figure:js(t,u,c,{topics:s,runs:i},d,e),above:h`<div class="legend"><${Wo} title=${S(t)} ...${d} steps=${wt} missing=${p&&"not evaluated"} />
      ${f.name&&h`<${ue} listed=${Re(f)} />`}</div>`,below:({every:$,everyRow:g})=>h`${N(`${S()} of each run on each topic${Gt()?", less the median of all runs \
on the topic: blue is better, orange is worse":""}`,we(),"on the right the mean of each run, above the median of each topic",`topics by ${s}`,`runs by ${i}`,$>1&&
`one topic of ${$} is named`,g>1&&`one run of ${g} is named`,"rank: 1 + the number of runs with a better value")}
      <${ce} title=${`${S()} by topic and run`} heads=${["topic","median of all runs",...c.map(b=>l.runs[b].name)]}
        rows=${()=>u.map(b=>[l.topics[b].id,$e(_e(t,b)),...c.map(v=>D(t,b,v))])} />`}}function As(e){let t=Z(),n=q().map(i=>{let a=t.map(d=>D(e,i,d)),[u,c]=[.25,
.75].map(d=>me(a,d));return{topic:i,low:u,high:c,spread:u===null||c===null?0:c-u}});if(!n.length||t.length<2)return null;let o=n.reduce((i,a)=>a.spread>i.spread?
a:i),{digits:s}=l.measures[e],{title:r}=l.topics[o.topic];return o.spread>0&&te("Runs differ most on topic ",W("topic",o.topic),r&&` (${r})`,`: the middle half \
of them has ${S(e)} from ${w(o.low,s)} to ${w(o.high,s)}.`)}function Ts(){let{measure:e,heat:t,topics_by:n,runs_by:o,filter:s,only:r,subset:i,colour:a}=_,[u,c]=R(
null),d=H(()=>Cs(c),[e,t,n,o,s,r,i,a]),p=Qe(),f=H(()=>d?.below(yn(d.figure,p)),[d,p]),m=l.topics.some(b=>b.relevant!==null),$=b=>Object.entries(b).filter(([v])=>v!==
"relevant"||m).map(([v,[y]])=>[v,y]),g=H(()=>As(e),[e,i,s,r]);return h`${g}<${ne}><${ae} words="Topics by" name="topics_by" options=${$(Sn)} />
      <${ae} words="Runs by" name="runs_by" options=${$(Mn)} />
      <${ae} words="Cells show" name="heat" options=${[["","values"],["residual","values less the topic's median"]]} /><//>
    ${d?h`${d.above}<${qo} figure=${d.figure} /><p class="readout">${u&&u.figure===d.figure?h`<b>${er(e,u.topic,u.run)}</b> · topic ${W("topic",u.topic)} · run ${W(
"run",u.run)}`:"Click a cell, or move with the arrow keys, to see which it is."}</p>${f}`:N("No run is left by the filter, or no topic is in the subset")}`}re({
id:"heatmap",title:"Topics and runs",order:30,there:()=>l.runs.length>1&&l.topics.length>1},Ts);var nr=[{sign:"†",says:"does not answer exactly the judged topics",of:({missing:e,left_out:t,extra:n})=>[[e,"missing"],[t,"left out"],[n,"ignored"]].filter(([
o])=>o.length).map(([o,s])=>`${o.length} ${s}`).join(", ")},{sign:"‡",says:"has documents that share their score with another of the same topic",of:({tied:e})=>e?
`${e} tied`:""},{sign:"§",says:"was repaired before the evaluation, lines changed",of:({repairs:e})=>Object.entries(e).map(([t,n])=>`${t}: ${n}`).join(", ")}],
Ns=40,Es="The standard error that the sample of judgments leaves";function Ls(e,t){let n=de(),o=ie(e),s=Ye(o),r=s?" of mean":"",i=Ce(),[a,...u]=bt(({run:p})=>p,
Is),c=Object.entries({..._.subset&&{"all topics":[...l.topics.keys()]},...l.subsets}).filter(([p])=>p!==_.subset);return[a,t&&{name:`${ze()} interval${r}`,key:"\
interval",value:({mean:p})=>p,cell:({run:p,mean:f,low:m,high:$,error:g})=>typeof m!="number"?"–":h`<${Fo} axis=${t} value=${f} low=${m} high=${$} error=${g} width=${Kt()} colour=${n.
ofRun(p)} />`,under:h`<span class="ends" style="width:${Kt()}px"><span>${t.low}</span><span>${t.high}</span></span>`},...u.map(p=>({...p,key:p.name,rare:i})),{name:"\
rank",key:"rank",rare:i,kind:"begins",rising:!0,digits:0,value:({rank:p})=>p},...I(l.measures.length,p=>Number(i&&p===e)).map(p=>({...Bs(p,p===e),key:l.measures[p].
label})),...c.map(p=>Rs(e,p)),s&&{name:"mean",kind:"begins",value:({mean:p})=>p},...o?[{name:`ranks${r}`,key:"ranks",kind:"begins",rising:!0,help:l.words.ranks.
text,value:({rankLow:p,rankHigh:f})=>p+f/1e4,cell:({rankLow:p,rankHigh:f})=>p===f?`${p}`:`${p}–${f}`},...o.letters?[{name:"letters",key:"letters",rare:!0,text:!0,
help:`Runs that share one are ${l.words.pairs.not_shown} than each other`,value:p=>p.position,cell:p=>p.letters}]:[]]:[]].filter(Boolean)}function or({key:e,rare:t}){
return!e||!!t===_.columns.includes(e)}function Rs(e,[t,n]){let{digits:o,lower_is_better:s}=l.measures[e];return{name:`${S(e)}: ${t}`,key:`subset ${t}`,rare:!0,rising:s,
digits:o,help:`${S(e)} over the ${x(n.length,"topic")} of the subset ${t}`,value:({run:r})=>X(e,r,n)}}function Bs(e,t){let{label:n,digits:o,lower_is_better:s}=l.
measures[e],r=l.runs.map((d,p)=>X(e,p)),i=r.filter(d=>d!==null),[a,u]=[Math.min(...i),Math.max(...i)],c=o&&a<u?s?a:u:null;return{name:n,rising:s,kind:t?"by":"",
value:({run:d})=>r[d],clicked:t?void 0:()=>{F({measure:e,sort:""},{section:"leaderboard"}),G(`Leaderboard by ${n}`)},cell:({run:d})=>{let[p,f]=[r[d],_.subset?null:
l.errors[e][d]],m=p!==null&&p===c?h`<strong>${w(p,o)}</strong>`:w(p,o);return f===null?m:[m,h`<span class="caption" title=${Es}> ± ${w(f,o)}</span>`]}}}function Is(e){
return nr.filter(({of:t})=>t(l.runs[e])).map(({sign:t,of:n})=>h`<sup title=${n(l.runs[e])}>${t}</sup>`)}function Ps(){return nr.flatMap(({sign:e,says:t,of:n})=>{
let o=l.runs.filter(i=>n(i)),s=o.slice(0,5).map((i,a)=>[a?", ":"",A(i.name),` (${n(i)})`]),r=o.length>5?` and ${o.length-5} more`:"";return o.length?[[`${e} ${t}\
: `,...s.flat(),r]]:[]})}function Hs(e,t){let n=ie(e),o=S(e),{summary:s,lower_is_better:r}=l.measures[e],i=!n&&!l.not_compared&&!t&&!_.subset,a=n?n.notes:[`${o}\
: ${s} over topics; ${we()}`,_.subset?h`<strong>${Je(o)}</strong>`:Je(o)],u=[[!n&&t,`interval: ${l.measures[e].interval}`],[i,`there are no intervals: ${o} is n\
o mean, or not all runs have the same topics`],[Ye(n),`rank, ${o}: ${s} over the topics of each run; everything else is of the mean`],[!n&&r,`${o}: less is bett\
er`],[!_.subset&&l.errors[e].some(c=>c!==null),`±, and the thick part of intervals: the standard error that the sample of judgments leaves in ${o} on these top\
ics; intervals hold it and that of the topics`],[l.runs.length>1,"bold: the best value of each measure, counts aside"]];return[...a,...u.filter(([c])=>c).map(([
,c])=>c),...Ps(),...l.refused?[["refused and not listed: ",h`<a href="#about">${x(l.refused,"run")}</a>`]]:[]]}function tr(e,t){let{summary:n}=l.measures[e],o=ie(
e);return[`${n} over ${x(q().length,"topic")}${se()}`,t&&`${ze()} intervals of each mean`,o&&`ranks: ${ze()} confidence`].filter(Boolean).join("; ")}function Fs({
rows:e,axis:t,group:n}){let o=de(),s=e.filter(({low:$})=>typeof $=="number"),r=s.filter(({run:$})=>n?.runs.has($)).map(({run:$})=>$),i=new Map([...s].reverse().
map(({run:$})=>[o.ofRun($),$])),a=s.length<=Ns,u=new Set([...i.values(),r[0],r[r.length-1],_.run,_.other,_.against]),c=a?18:7,d=8+c*s.length,[p,f]=[190,Kt()],m=0;
return h`<svg class="figure" role="img" aria-label="Leaderboard by ${S()}. ${x(s.length,"run")} with their intervals." viewBox=${`0 0 ${p+f+70} ${d+24}`}>
    ${t.ticks.map($=>h`<path class="grid" d=${`M${p+t($)} 0V${d}`} /><text class="tick" text-anchor="middle" x=${p+t($)} y=${d+16}>${$}</text>`)}
    <path class="near-band" d=${s.map(({run:$},g)=>r.includes($)?`M0 ${8+c*g}H${p+f+70}v${c}H0z`:"").join("")} />
    ${s.map(({run:$,mean:g,low:b,high:v},y)=>{let M=8+c*(y+.5),[E,P,K]=[g,b,v].map(O=>p+t.clamped(O)),oe=a||u.has($)&&M>=m;return oe&&(m=M+12),h`<path d=${`M${P}\
 ${M}H${K}`} stroke=${o.ofRun($)} stroke-width="1.4" /><circle cx=${E} cy=${M} r=${a?3.5:2.4} fill=${o.ofRun($)} />
        ${oe&&h`<text x=${p-10} y=${M+4} text-anchor="end">${fe(l.runs[$].name)}</text>
          <text x=${p+f+10} y=${M+4}>${w(g,l.measures[_.measure].digits)}</text>`}`})}</svg>`}var Kt=()=>Ce()?64:window.innerWidth<1e3?128:320;function Ds(e,t){
let n=t.filter(({low:a})=>a!=null);if(!n.length)return null;let[o,s]=Ee(e),[r,i]=[Math.max(o,Math.min(...n.map(({low:a})=>a))),Math.min(s,Math.max(...n.map(({high:a})=>a)))];
return Ue(r,i>r?i:r+1,4,Kt()-4,5)}function qs(){let e=gt().map(t=>({name:t,values:Le(t)})).filter(({values:t})=>t.length>1);return e.length?h`<details class="data"><summary>Choose ${e.
map(({name:t})=>t==="group"?"groups":t).join(", ")}</summary>
    ${e.map(({name:t,values:n})=>{let o=s=>s.startsWith(`${t}:`);return h`<${dt} title=${t==="group"?"Groups":t} items=${n.map(s=>({key:`${t}:${s}`,name:s}))}
        checked=${_.only.filter(o)} changed=${s=>{F({only:[..._.only.filter(r=>!o(r)),...s].sort()})}} />`})}</details>`:null}function Ws({columns:e}){let t=e.filter(
({key:o})=>o),n=o=>{let s=t.filter(({key:r,rare:i})=>o.has(r)===!!i).map(({key:r})=>String(r));F({columns:[..._.columns.filter(r=>!t.some(i=>i.key===r)),...s].sort()})};
return h`<details class="data"><summary>Choose columns</summary>
    <${dt} title="Columns" items=${t} checked=${t.filter(or).map(({key:o})=>o)} changed=${n} /></details>`}function Us(e){let t=e.findIndex(({name:s})=>s===_.sort.
replace(/^-/,""));if(t>=0)return{column:t,ascending:!_.sort.startsWith("-")};let n=e.findIndex(({kind:s})=>s&&s.split(" ").includes("by")),o=n>=0?n:e.findIndex(
({name:s})=>s==="rank");return{column:o,ascending:!!e[o].rising}}function Vs(){let[e,t]=R(""),n=he(null);return Q(()=>{let o=n.current.nextElementSibling,s=()=>{
let{right:i}=o.getBoundingClientRect(),a=[...o.querySelectorAll("thead th")].filter(u=>u.getBoundingClientRect().right>i+8);o.classList.toggle("cut",a.length>0),
t(a.map(u=>u.querySelector("button").textContent).join(", "))};o.addEventListener("scroll",s,{passive:!0});let r=new ResizeObserver(s);for(let i of[o,o.firstChild])
r.observe(i)},[]),h`<p class="caption more" hidden=${!e} ref=${n}>Further to the right: ${e} →</p>`}function zs({measure:e}){let t=So(e),n=t.filter(({run:m})=>ve(
m)),o=Ds(e,t),s=Ls(e,o),r=de(),i=s.filter(or),a=Mo(e),u=[{d:"M1 0h14v12h-14z",class:"near-band"},a&&a.run>=0?`are not shown to differ from ${l.runs[a.run].name}`:
l.words.best.not_shown],c=l.runs.map(m=>m.averaged),[d,p]=[Math.min(...c),Math.max(...c)],f=`${n.length} of ${x(t.length,"run")}`;return Q(()=>G(f),[_.filter,_.
only]),h`
    ${d<p&&h`<p class="warning">Averaged over ${x(d,"topic",p)}: the runs are not comparable.</p>`}
    <${ne}>
      <${ut} words="Filter by run or group" value=${_.filter} changed=${m=>F({filter:m},{again:!0})} />
      ${l.boards.length>0&&h`<${ae} words="Shade runs that" name="against" options=${[[-1,l.words.best.not_shown],...lt().map(([m,$])=>[m,`are not shown to diff\
er from ${$}`])]} />`}
      ${gt().length>1&&h`<${ae} words="Colour by" name="colour" options=${gt().map(m=>[m,m])} value=${r.name} />`}
      <span class="caption">${f}</span>
    <//>
    <${ne}><${qs} /><${Ws} columns=${s} /><//>
    <${ue} listed=${[...o?Re(r):[],...a?[u]:[]]} />
    ${o&&h`<div class="picture" aria-hidden="true"><${Fs} rows=${[...n].sort((m,$)=>Number(m.rank)-Number($.rank))} axis=${o} group=${a} />
      <p class="caption">${tr(e,!0)}</p></div>`}
    <${Vs} />
    <${ye} columns=${i} rows=${n} sorted=${Us(i)} kind="frozen" most=${200} empty="No run has these words."
      title="Leaderboard by ${S()}${_.subset&&`, ${x(q().length,"topic")}${se()}`}"
      sortedBy=${({name:m},$)=>F({sort:`${$?"":"-"}${m}`},{section:"leaderboard"})}
      rowAttributes=${({run:m})=>({key:m,class:a&&a.runs.has(m)?m===a.run?"near reference":"near":null})} />
    <p class="caption">${tr(e,!!o)}.</p>
    ${a&&h`<p class="caption">${jo(a)}.</p>`}
    <details class="data"><summary>How this was computed</summary><ul class="notes">${Hs(e,o).map(m=>h`<li>${m}</li>`)}</ul></details>`}re({id:"leaderboard",title:"\
Leaderboard",order:10},()=>{let{measure:e,filter:t,only:n,against:o,columns:s,sort:r,subset:i,colour:a}=_;return H(()=>h`<${zs} measure=${e} />`,[e,t,n,o,s,r,i,
a])});var jn=["auto","light","dark"];function Gs(){let e=ee("theme"),t=0;e.hidden=!1,e.addEventListener("click",()=>{t=(t+1)%jn.length,document.documentElement.dataset.
theme=jn[t],e.textContent=`Theme: ${jn[t]}`})}function rr(e,t=()=>{}){document.addEventListener("unpacked",n=>{Gs();for(let o of document.querySelectorAll(".ver\
dict, nav ul"))ct(o,"a");e(n.detail),document.documentElement.dataset.ready="yes",t()},{once:!0})}var[sr,ir]=["var(--hue-0)","var(--hue-1)"];function Ks(e,t,n){let{digits:o}=l.measures[e];return q().map(s=>({topic:s,row:l.values[e][s]})).filter(({row:s})=>s[t]!==
null&&s[n]!==null).map(({topic:s,row:r})=>({topic:s,difference:(Number(r[t])-Number(r[n]))/(o?l.unit:1)}))}function Js(e,t,n){let o=n.reduce((r,i)=>r+i,0)/n.length,
s=n.reduce((r,i)=>r+(i-o)**2,0);return Te(e)||s<1e-12?0:t.quantile*Math.sqrt(s/(n.length-1)/n.length)}function Xs(e,t,n,o){let s=o.filter(({difference:g})=>T(e,
g)>0).length,r=o.filter(({difference:g})=>T(e,g)<0).length,i=[t,n].map(g=>Number(Ke(e,g,o.map(({topic:b})=>b)))),a=ie(e),[u,c,d]=a?[a.p,a.corrected,a.errors].map(
g=>dn(a,t,n,g)):[null,null,null],p=a&&Js(e,a,o.map(({difference:g})=>g)),f=[...p?[[`${ze()} interval`,[-1,1].map(g=>be(i[0]-i[1]+g*p)).join(" to ")]]:[],...u===
null?[]:[["p of this pair",Bt(u)]],...a&&c!==null?[[`p among all ${a.corrected.length.toLocaleString("en")} pairs`,Bt(c)]]:[],...d===null?[]:[["standard error o\
f the sample",w(d)]]],m=[Te(e)?"geometric mean":"mean","difference","topics won","topics tied",...f.map(([g])=>g)],$=(g,b,v,y)=>[W("run",g),w(b),be(b-v),String(
y),String(o.length-s-r),...f.map(([,M])=>M)];return h`<${pe} title="${S(e)} of both runs over ${x(o.length,"topic")}" few=${!0}
    heads=${[["run","text"],...m.map(g=>[g,"number"])]} rows=${[$(t,i[0],i[1],s),$(n,i[1],i[0],r)]} />`}function Ys(e,t,n,o){let s=o.filter(({difference:d})=>T(
e,d)>0).length,r=o.filter(({difference:d})=>T(e,d)<0).length,[i,a]=[t,n].map(d=>Number(Ke(e,d,o.map(({topic:p})=>p)))),u=ie(e),c=u&&dn(u,t,n,u.p);return te(A(l.
runs[t].name)," is better than ",A(l.runs[n].name),` on ${s} of ${x(o.length,"topic")}, worse on ${r}; `,`the ${Te(e)?"geometric means":"means"} differ by ${be(
i-a)}${c===null?"":` (p of this pair ${Bt(c)})`}.`)}function ar(e,t,n,o){let[s,r]=[t,n].map(i=>z(fe(l.runs[i].name,o)));return Ze("difference",{measure:S(e),run:s,
other:r})}function Qs(e,t,n,o){let{digits:s,lower_is_better:r}=l.measures[e],i=ar(e,t,n,20),a=Math.max(...o.map(({difference:f})=>Math.abs(f)))||1,[u,c]=at(-a,a,
7),d=Math.max(0,Math.ceil(-Math.log10(c-u)-1e-9)),p=(f,m)=>`${z(l.runs[f].name)} ${w(D(e,m,f),s)}`;return{title:i.title,description:`Bars ${r?"below zero are ga\
ins, bars above":"above zero are gains, bars below"} are losses.`,axis:{label:i.x,low:-a,high:a,most:7,words:f=>be(f,d)},height:318,marks:[{kind:"bar",of:f=>o[f].
difference?[0,o[f].difference]:null,colour:f=>T(e,o[f].difference)>0?sr:ir}],lines:[[0,"axis"]],...ht(o,({topic:f,difference:m})=>`${p(t,f)}
${p(n,f)}
difference ${be(m,s)}`)}}function Zs(e,t){let n=e&&(e.p?"p of this pair: by itself, for two runs chosen beforehand":"p of this pair alone: by the command of thi\
s section");return e?`${e.test}, two-sided; ${n}; p among all pairs: corrected together; ${e.over.join("; ")}`:!_.subset&&Je(S(t))}function ei(e,t,n){let o=Ks(e,
t,n);if(t===n||!o.length)return h`<p>${t===n?"Choose two different runs.":"No topic was evaluated for both runs."}</p>`;let s=_.pair_by==="topic"?o:I(o.length,c=>T(
e,o[c].difference)).map(c=>o[c]),[r,i]=[t,n].map(c=>z(fe(l.runs[c].name,40))),a=ie(e),u=(c,d)=>[{fill:c,d:"M3 0h10v12h-10z"},d];return h`${Ys(e,t,n,o)}${Xs(e,t,
n,o)}
    ${!a&&_.subset&&h`<p class="warning">${Je(S(e))}</p>`}
    <${ue} listed=${[u(sr,`above zero: ${r} is better`),u(ir,`below zero: ${i} is better`)]} />
    <${Fe} figure=${Qs(e,t,n,s)} />
    ${N(ar(e,t,n,40).x,`${x(o.length,"topic")}${se()} that both were evaluated on`,l.dialect&&`dialect ${l.dialect}`,"tied: equal in all decimals shown",Zs(a,e))}
    <${ce} title="${S(e)} of both runs" heads=${["topic",l.runs[t].name,l.runs[n].name,"difference"]}
      rows=${()=>s.map(({topic:c,difference:d})=>[l.topics[c].id,...[t,n].map(p=>D(e,c,p)),d])} />`}re({id:"pair",title:"Two runs",order:40,there:()=>l.runs.length>
1},()=>{let{measure:e,run:t,other:n,subset:o,pair_by:s}=_,r=H(()=>ei(e,t,n),[e,t,n,o,s]),i=()=>{F({run:n,other:t}),G(`${l.runs[n].name} compared with ${l.runs[t].
name}`)};return h`<${ne}><${ae} words="Run" name="run" options=${lt()} />
      <${ae} words="Compared with" name="other" options=${lt()} /><${Y} pressed=${i}>Swap<//>
      <${ae} words="Topics by" name="pair_by" options=${[["gain","difference, largest gain first"],["topic","topic"]]} /><//>
    <div>${r}</div>`});function cr(e,t,n){return{value:t[n],rank:Pt(e,t,n),...It(e,t)}}re({id:"participants",title:"One run",order:90},()=>{let{run:e,measure:t,subset:n}=_,[o,s]=R(""),
r=c=>[...l.runs.keys()].filter(d=>!c||l.runs[d].group===c);r(o).includes(e)||s("");let i=Le("group"),a=c=>{s(c),r(c).includes(e)||F({run:r(c)[0]})},u=[[ni,t,n],
[oi,t,n],[ri,t,n],[ii,n],[li],[ui,n],[fi]];return h`<${ne}>
      ${i.length>0&&h`<${Xe} words="Group" value=${o} changed=${a} options=${[["","all groups"],...i.map(c=>[c,c])]} />`}
      <${Xe} words="Run" options=${r(o).map(c=>[c,l.runs[c].name])} value=${e}
        changed=${c=>F({run:Number(c)})} /><//>
    ${u.map(([c,...d])=>H(()=>h`<div>${c(e,t)}</div>`,[e,...d]))}`});function ti(e){let{measure:t}=_,{digits:n}=l.measures[t],o=l.runs.map((a,u)=>X(t,u)),s=ur(e,
t),r=s.filter(({difference:a})=>T(t,a)>0).length,i=`: ${S(t)} ${w(o[e],n)}`;return l.runs.length===1?te(A(l.runs[e].name),i,` over ${x(s.length,"topic")}.`):te(
A(l.runs[e].name),i,`, rank ${Pt(t,o,e)}; better than the median of all runs on ${r} of ${x(s.length,"topic")}.`)}function ni(e){let{name:t,group:n,retrieved:o,
averaged:s}=l.runs[e],r=[...l.runs.keys()].filter(i=>n&&i!==e&&l.runs[i].group===n);return h`${ti(e)}<h3>${A(t,1/0)}</h3>
    <p class="facts">${$t().filter(i=>ge(i,e)).map(i=>h`${i} ${A(ge(i,e))} · `)}${x(o,"document")} retrieved · ${x(s,"topic")} evaluated${r.length>0&&h` · other runs of the group: ${r.
map((i,a)=>h`${a>0&&", "}${W("run",i)}`)}`}</p>`}function oi(e,t){if(l.runs.length===1)return h`<${pe} title="The run by every measure" few=${!0} heads=${[["mea\
sure","text"],["value","number"]]}
      rows=${l.measures.map(({digits:o},s)=>[S(s),w(X(s,e),o)])} />${N(we(!1))}`;let n=l.measures.map(({digits:o},s)=>{let{value:r,rank:i,best:a,bestRun:u,median:c,
worst:d}=cr(s,l.runs.map((p,f)=>X(s,f)),e);return[S(s)+(s===t?" (chosen)":""),w(r,o),i,w(a,o),W("run",u),w(c,o),w(d,o)]});return h`<${pe} title="The run by every measure" rows=${n} heads=${[
["measure","text"],["value","number"],["rank","number"],["best","number"],["best run","text"],["median","number"],["worst","number"]]} />
    ${N("Best, median and worst of all runs; equal values share the best of their ranks",we(!1))}`}function ur(e,t){return q().map(n=>({topic:n,...cr(t,_e(t,n),
e)})).filter(({value:n})=>n!==null).map(n=>({...n,difference:Number(n.value)-Number(n.median)})).sort((n,o)=>T(t,o.difference-n.difference)||n.topic-o.topic)}function ri(e,t){
let{digits:n,lower_is_better:o}=l.measures[t],s=ur(e,t);if(!s.length)return h`<p>The run was not evaluated on any topic.</p>`;if(l.runs.length===1)return null;let r=S(
t),i=s.filter(({difference:g})=>T(t,g)<0).reverse(),a=s.filter(({difference:g})=>T(t,g)>0),[u,c]=o?["below","above"]:["above","below"],d=g=>w(g,n),p=i.slice(0,10).
map(({topic:g,value:b,median:v,difference:y,rank:M})=>[W("topic",g),A(l.topics[g].title||"–",60),d(b),d(v),be(y,n),M]),[f,m]=Ee(t),$={title:`${r} of the run o\
n ${x(s.length,"topic")}`,description:"Between the worst and the best run of each topic, with the median.",axis:{label:r,low:f,high:m},height:260,marks:[{kind:"\
bar",class:"reach",half:6,of:g=>[s[g].worst,s[g].best]},{kind:"tick",half:6,of:g=>s[g].median},{kind:"point",of:g=>s[g].value}],...ht(s,({value:g,rank:b,best:v,
bestRun:y,median:M,worst:E,difference:P})=>`the run ${d(g)}, rank ${b}
median ${d(M)}, difference ${be(P,n)}
best ${d(v)}: ${z(l.runs[y].name)}
worst ${d(E)}`)};return h`<h3>${r} by topic</h3>
    <${ue} listed=${[[{d:"M8 1a5 5 0 1 0 .1 0z",class:"own"},"the run"],[{d:"M2 6H14",class:"median"},"median of all runs"],[{d:"M5 0h6v12h-6z",class:"reach"},"\
from the worst to the best run"]]} />
    <${Fe} figure=${$} />
    ${N("Topics by the difference to the median, the largest gain first",`${u} the median on ${a.length} and ${c} it on ${i.length} of ${x(s.length,"topic")}`,we(
!1))}
    <${ce} title="${r} of the run by topic" heads=${["topic","value","rank","best","median","worst","difference to the median"]}
      rows=${()=>s.map(({topic:g,value:b,rank:v,best:y,median:M,worst:E,difference:P})=>[l.topics[g].id,d(b),v,d(y),d(M),d(E),be(P,n)])} />
    ${p.length?h`<h3>Furthest ${c} the median</h3>
      <${pe} title="Topics furthest ${c} the median by ${r}" rows=${p} heads=${[["topic","text"],["title","text"],["value","number"],["median","number"],["diffe\
rence","number"],["rank","number"]]} />`:h`<p>The run is ${c} the median on no topic.</p>`}`}var lr=[["var(--hue-0)",""],["var(--hue-1)","M0 3H6"],["var(--hue-4\
)","M0 0L6 6M0 6L6 0"]];function si(e){let{measure:t,perfect:n,missed:o,unjudged:s}=l.losses;return q().flatMap(r=>{let i=l.values[t][r][e],a=o[r][e];if(i===null||
a===null)return[];let u=n[r]-i,c=[a,u-a-s[r][e],s[r][e]];return[{topic:r,value:i/l.unit,total:u/l.unit,parts:c.map(d=>d/l.unit)}]})}function Cn(e){return w(e!==
null&&Math.abs(e)<5e-4?0:e,3)}function ii(e){let t=h`<h3>Where the loss comes from</h3>`;if(!l.losses)return h`${t}<p>Not known: losses are computed from the runs themselves, which results do not have, by a measure with a perfect value.</p>`;
let n=si(e).sort((u,c)=>c.total-u.total||u.topic-c.topic);if(!n.length)return h`${t}<p>The run was not evaluated on any topic.</p>`;let{parts:o,measure:s}=l.losses,
r=S(s),i=Number(Pe(n.map(u=>u.total))),a=[...o.map((u,c)=>Number(Pe(n.map(d=>d.parts[c])))),i];return h`${t}
    <${pe} title="The mean loss in ${r} and its parts" few=${!0} heads=${[["part","text"],["loss","number"],["share","number"]]}
      rows=${a.map((u,c)=>[o[c]||"all",w(u,3),i>0?Ne(u/i):"–"])} />
    <${ue} listed=${o.map((u,c)=>[{d:"M0 0H16V12H0Z",fill:`url(#loss-${c})`},u])} />
    <${Fe} figure=${ai(r,n)} />
    ${N(`Loss in ${r} against a perfect ranking, over ${x(n.length,"topic")}${se()}, the largest first; it does not follow the measure chosen above`,"missed: re\
levant documents that the run does not retrieve","ranked low: relevant documents below non-relevant ones","unjudged on top: unjudged documents above judged ones",
"the parts add up to the loss",n.some(u=>u.parts.some(c=>c<-5e-4))&&"parts below 0 are not drawn")}
    <${ce} title="Losses in ${r}" heads=${["topic",r,"loss",...o]} rows=${()=>n.map(({topic:u,value:c,total:d,parts:p})=>[l.topics[u].id,w(c),...[d,...p].map(Cn)])} />`}
function ai(e,t){let{parts:n}=l.losses,o=(s,r)=>t[s].parts.slice(0,r).reduce((i,a)=>i+Math.max(0,a),0);return{title:`Loss in ${e} on ${x(t.length,"topic")}`,description:"\
Each bar is divided into what is missed, ranked low, and unjudged on top.",axis:{label:"loss",low:0,high:Math.max(...t.map(({total:s})=>s),.01)},marks:lr.map((s,r)=>({
kind:"bar",colour:()=>`url(#loss-${r})`,of:i=>t[i].parts[r]>0?[o(i,r),o(i,r+1)]:null})),defs:lr.map(([s,r],i)=>h`<pattern id="loss-${i}" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0 0H6V6H0Z" fill=${s} />
      <path d=${r} stroke="var(--ground)" stroke-width="1.4" fill="none" /></pattern>`),...ht(t,({value:s,total:r,parts:i})=>[`${e} ${w(s)}, loss ${Cn(r)}`,...n.
map((a,u)=>`${a} ${Cn(i[u])}`)].join(`
`))}}function li(e){if(l.runs.length===1)return null;let t=h`<h3>Relevant documents missed that others rank high</h3>`;if(!l.missed)return h`${t}<p>Not known: results do not have the documents of the runs.</p>`;
let n=l.runs.length-1,o=l.missed[e].map(([s,r,i,a,u,c])=>[W("topic",s),zt(r),Vt(i),a===null?"not retrieved":String(a),`${u} of ${n}`,String(c)]);return o.length?
h`${t}
    <${pe} title="Relevant documents missed" rows=${o} heads=${[["topic","text"],["document","prose"],["judgment","text"],["own rank","number"],["others","numbe\
r"],["best rank","number"]]} />
    ${N("Not retrieved, or beyond rank 100; others: how many of the other runs have the document within rank 10","the ten that most others have, over all topics",
"best rank: the highest in any other run")}`:h`${t}<p>${n?"None: what other runs have within rank 10, this run has within rank 100.":"There is no other run."}</p>`}
function ci(e){let{topics:t}=l.first;return q().flatMap(n=>t[n].runs[e].map((o,s)=>({topic:n,doc:t[n].docs[o],grade:t[n].grades[o],rank:s+1,others:On(n)[o]-1}))).
filter(({grade:n})=>n>=0&&n<Number(l.relevance_level)).sort((n,o)=>n.rank-o.rank||n.others-o.others||n.topic-o.topic)}function ui(e){let t=h`<h3>Non-relevant documents ranked first</h3>`;
if(!l.first)return h`${t}<p>Not known: results do not have the documents of the runs.</p>`;let{depth:n}=l.first,o=ci(e);if(!o.length)return h`${t}<p>None within rank ${n} of any topic.</p>`;
let s=(r,i=o.length)=>h`<${pe} title=${r} heads=${[["topic","text"],["document","prose"],["rank","number"],["judgment","text"],...l.runs.length>1?[["others","nu\
mber"]]:[]]} rows=${o.slice(0,i).map(({topic:a,doc:u,rank:c,grade:d,others:p})=>[W("topic",a),zt(u),String(c),Vt(d),...l.runs.length>1?[`${p} of ${l.runs.length-
1}`]:[]])} />`;return h`${t}${s("Non-relevant documents ranked first",10)}
    ${o.length>10&&h`<${$n} words="All ${o.length} non-relevant documents" make=${()=>s("All non-relevant documents")} />`}
    ${N(`Judged not relevant, within rank ${n}${_.subset&&" of a topic"}${se()}; the first ranks first`,l.runs.length>1&&`others: how many of the other runs hav\
e the document within rank ${n}`)}`}function fi(e){let t=l.runs[e],{unjudged:n}=l,o=bn.filter(({of:r})=>r(t)).map(({name:r,cell:i})=>[r,i(t)]);for(let[r,i]of Object.
entries({missing:t.missing,"left out":t.left_out,"without judgments":t.extra}))i.length&&o.push([`the topics ${r}`,h`<bdi>${i.join(", ")}</bdi>`]);let s=n?[["un\
judged",n.cutoffs.map((r,i)=>`${Ne(qt(e,i))} of the first ${r}`).join(", ")]]:[];return h`<h3>What was noticed</h3>
    <dl class="known">${[...s,...o].map(([r,i])=>h`<dt>${r}</dt><dd>${i}</dd>`)}</dl>
    ${!o.length&&h`<p>No ties, repairs, findings or warnings; the run answers exactly the judged topics.</p>`}`}function di(e){let t=e.cloneNode(!0);for(let o of t.querySelectorAll("sup, svg, .ends"))o.remove();for(let o of t.querySelectorAll("bdi.name[title]"))o.textContent=
o.getAttribute("title");let n=(t.textContent||"").trim().replace(/\s+/g," ");return n==="–"?"":n.replace(/^−(?=[\d.])/,"-")}async function fr(e){return e.dispatchEvent(
new Event("whole")),await null,[...e.rows].map(t=>[...t.cells].map(di))}var hr=e=>/^[-+]?\d[\d,]*(\.\d+)?(e[-+]?\d+)?([ \u00a0]%)?$/.test(e);function dr(e){return/^[=+@\t-]/.
test(e)&&!hr(e)?`'${e}`:e}var pi={TSV:["tsv",e=>e.map(t=>t.map(dr).join("	")).join(`
`)],CSV:["csv",e=>e.map(t=>t.map(dr).map(n=>/[",\n]/.test(n)?`"${n.replaceAll('"','""')}"`:n).join(",")).join(`
`)],Markdown:["md",([e,...t])=>[e,hi(t,e.length,"---","--:"),...t].map(n=>`| ${n.map(o=>o.replaceAll("\\","\\\\").replaceAll("|","\\|")).join(" | ")} |`).join(`\

`)]};function hi(e,t,n,o){let s=r=>e.every(i=>!i[r]||hr(i[r]))&&e.some(i=>i[r]);return Array.from({length:t},(r,i)=>s(i)?o:n)}var mi=["fill","fill-opacity","str\
oke","stroke-width","stroke-dasharray","stroke-linejoin","opacity","font-size","font-family","font-weight","text-anchor","display"];function mr(e){let t=e.cloneNode(
!0),n=[e,...e.querySelectorAll("*")];return[t,...t.querySelectorAll("*")].forEach((o,s)=>{let r=getComputedStyle(n[s]);o.removeAttribute("class"),o.setAttribute(
"style",mi.map(i=>`${i}:${r.getPropertyValue(i).replaceAll('"',"'")}`).join(";"))}),t}function $r(e){let t=mr(e),{width:n,height:o}=e.viewBox.baseVal,[s,r,i]=[gi(
e),bi(e),Math.max(n,360)];t.querySelectorAll(".mark").forEach($=>$.remove());let{color:a,backgroundColor:u}=getComputedStyle(document.body),c=Jt("svg",{xmlns:gr,
"font-family":"system-ui, 'DejaVu Sans', sans-serif","font-size":12,fill:a}),d=c.appendChild(Jt("rect",{fill:u})),p=6,f=($,g={})=>{for(let b of $i($,i-16))p+=16,
c.appendChild(Jt("text",{x:8,y:p,...g})).textContent=b};f(vr(e),{"font-size":14,"font-weight":600}),p+=8;let m=8;for(let{sign:$,words:g}of s){let b=30+_r(g);m+b>
i&&m>8&&([m,p]=[8,p+18]),c.append(pr($,m,p+2,16,12)),c.appendChild(Jt("text",{x:m+20,y:p+12})).textContent=g,m+=b+8}s.length&&(p+=22);for(let $ of _i(e))c.append(
pr($,0,p,$.viewBox.baseVal.width,$.viewBox.baseVal.height)),p+=$.viewBox.baseVal.height+4;for(let[$,g]of Object.entries({x:0,y:p,width:n,height:o}))t.setAttribute(
$,String(g));c.append(t),p+=o,r&&f(r,{"font-size":11});for(let $ of[c,d])for(let[g,b]of Object.entries({width:i,height:p+12}))$.setAttribute(g,String(b));return new XMLSerializer().
serializeToString(c)}var gr="http://www.w3.org/2000/svg";function Jt(e,t){let n=document.createElementNS(gr,e);for(let[o,s]of Object.entries(t))n.setAttribute(o,
String(s));return n}function pr(e,t,n,o,s){let r=mr(e);r.setAttribute("overflow","visible");for(let[i,a]of Object.entries({x:t,y:n,width:o,height:s}))r.setAttribute(
i,String(a));return r}function _r(e){let t=document.createElement("canvas").getContext("2d");return t.font=`12px ${getComputedStyle(document.body).fontFamily}`,
t.measureText(e).width}function $i(e,t){let n=[""];for(let o of e.split(" ")){let s=`${n[n.length-1]} ${o}`.trim();_r(s)<=t||!n[n.length-1]?n[n.length-1]=s:n.push(
o)}return n}function br(e){return e.closest(".explorable, .picture")||e}function vr(e){return(e.getAttribute("aria-label")||"").split(". ")[0]}function gi(e){let t=[];
for(let n=br(e).previousElementSibling;n&&!n.matches("h3, .figure, .explorable");n=n.previousElementSibling)t.push(...[n,...n.querySelectorAll("*")].filter(o=>o.
matches("ul.signs")));return t.flatMap(n=>[...n.querySelectorAll("li")]).map(n=>({sign:n.querySelector("svg"),words:(n.textContent||"").trim()}))}function _i(e){
let t=br(e).previousElementSibling;return t?.matches(".legend")?[...t.querySelectorAll("svg.figure")].map(n=>n):[]}function bi(e){return([...e.closest("section")?.
querySelectorAll(".caption")||[]].find(o=>e.compareDocumentPosition(o)&Node.DOCUMENT_POSITION_FOLLOWING)?.textContent||"").split("; ").slice(0,3).join("; ").trim()}
async function vi(e){let t=new Image;t.src=`data:image/svg+xml;charset=utf-8,${encodeURIComponent($r(e))}`,await t.decode();let{width:n,height:o}=t,s=Object.assign(
document.createElement("canvas"),{width:3*n,height:3*o});return s.getContext("2d").drawImage(t,0,0,3*n,3*o),new Promise(i=>{s.toBlob(a=>i(a),"image/png")})}function An(e,t,n){
let o=`${e.toLowerCase().replace(/[^\p{L}\p{N}@]+/gu,"-").slice(0,60)}.${t}`,s=Object.assign(document.createElement("a"),{href:URL.createObjectURL(n),download:o});
s.click(),setTimeout(()=>URL.revokeObjectURL(s.href),1e4),G(`${o} saved`)}async function wr(e,t){try{await navigator.clipboard.writeText(t)}catch{let n=document.
body.appendChild(Object.assign(document.createElement("textarea"),{className:"hidden",value:t}));n.select(),document.execCommand("copy"),n.remove()}G(`${e} copi\
ed`)}function wi({table:e}){let t=e.caption?.textContent||"";return h`<li>Table: ${t} ${Object.entries(pi).map(([n,[o,s]])=>h`
    <${Y} pressed=${async()=>wr(n,s(await fr(e)))}>Copy ${n}<//>
    <${Y} pressed=${async()=>An(t,o,new Blob([`${s(await fr(e))}
`],{type:"text/plain"}))}>.${o}<//>`)}</li>`}function yi({svg:e}){let t=vr(e);return h`<li>Figure: ${t} <${Y} pressed=${()=>An(t,"svg",new Blob([$r(e)],{type:"i\
mage/svg+xml"}))}>Save SVG<//>
    <${Y} pressed=${async()=>An(t,"png",await vi(e))}>Save PNG<//></li>`}function xi({content:e,commandsOf:t}){let[n,o]=R(!1),[,s]=R({}),r=Se("button");Q(()=>{if(!n)
return;let a=new MutationObserver(()=>s({}));return a.observe(e,{childList:!0,characterData:!0,attributeFilter:["aria-label"],subtree:!0}),()=>a.disconnect()},[
n]),Q(()=>{if(n)for(let a of e.querySelectorAll("details.data"))a.dispatchEvent(new Event("fill"))});let i=t();return h`<button type="button" aria-expanded=${String(
n)} onClick=${()=>o(!n)}>Copy or save</button>
    <ul class="take" hidden=${!n} ref=${r}>${n&&h`
      ${[...e.querySelectorAll("svg.figure[aria-label]")].filter(a=>!a.closest(".legend")).map(a=>h`<${yi} svg=${a} />`)}
      ${[...e.querySelectorAll("table")].map(a=>h`<${wi} table=${a} />`)}
      ${i.map(([a,u])=>h`<li>${a}: <code>${u}</code> <${Y} pressed=${()=>wr("Command",u)}>Copy<//></li>`)}`}</ul>`}function yr(e,t=()=>[]){let n=Object.assign(document.
createElement("div"),{className:"taking"});e.before(n),Ie(h`<${xi} content=${e} commandsOf=${t} />`,n)}function ki(e,t){let n=_e(e,t),[o,s]=[.25,.75].map(r=>me(n,r));return{topic:t,...l.topics[t],...It(e,n),spread:o===null||s===null?null:s-o}}function Oi(){let{digits:e}=l.
measures[_.measure],t=o=>({name:o,digits:0,value:s=>s[o]}),n=(o,s="")=>({name:o,help:s,digits:e,value:r=>r[o]});return[{name:"topic",text:!0,value:({id:o})=>o,cell:({
topic:o})=>W("topic",o)},...l.topics.some(({title:o})=>o)?[{name:"title",text:!0,value:({title:o})=>o,cell:({title:o})=>o&&A(o,60)}]:[],t("judged"),t("relevant"),
...l.runs.length>1?[n("best"),{name:"best run",text:!0,value:({bestRun:o})=>l.runs[o].name,cell:({bestRun:o})=>W("run",o)},n("median","the worse, the harder the\
 topic"),n("worst"),n("spread","third quartile minus first quartile of all runs")]:[{...n("best"),name:S()}]]}function Si(e){let t=e.filter(r=>r.median!==null),
n=I(t.length,r=>T(_.measure,t[r].median)).map(r=>t[r]);if(n.length<2)return null;let{digits:o}=l.measures[_.measure],s=r=>[W("topic",r.topic),r.title&&` (${r.title}\
)`,`, ${l.runs.length>1?"median ":""}${S()} ${w(r.median,o)}`];return te("The hardest topic is ",s(n[n.length-1]),"; the easiest is ",s(n[0]),".")}re({id:"topic\
s",title:"Topics",order:80},()=>{let{measure:e,subset:t}=_,[n,o]=R(""),s=q(),r=H(()=>s.map(u=>ki(e,u)),[e,t]),i=r.filter(({id:u,title:c,description:d,narrative:p})=>ft(
n,[u,c,d,p])),a=u=>()=>{let c=s.indexOf(_.topic)+(s.includes(_.topic)?u:Math.max(u,0));F({topic:s[(c+s.length)%s.length]}),G(`Topic ${l.topics[_.topic].id}`)};return h`${Si(
r)}<${ne}><${ut} words="Filter topics" value=${n} changed=${o} />
      <${Y} pressed=${a(-1)}>Previous topic<//><${Y} pressed=${a(1)}>Next topic<//><//>
    <${ye} columns=${Oi()} rows=${i} title="Topics and their difficulty" sorted=${{column:0,ascending:!0}} kind="short"
      empty="No topic has these words."
      rowAttributes=${({topic:u})=>u===_.topic?{class:"chosen","aria-current":"true"}:{}} />
    <p class="caption" role="status">${i.length} of ${x(l.topics.length,"topic")}${l.runs.length>1&&h`; best, median and worst of ${x(l.runs.length,"run")} by ${S()}; the ${l.
measures[e].lower_is_better?"higher":"lower"} the median, the harder
      the topic; spread: between the quartiles of the runs`}.</p>
    <div><${Mi} /></div>
    <div>${l.first?h`<${Yo} />`:N("Which documents the runs found is not known: this page was made from results without the runs themselves")}</div>`});function Mi(){
let{measure:e,topic:t,run:n,filter:o,only:s,colour:r}=_,{id:i,title:a,description:u,narrative:c,judged:d,relevant:p}=l.topics[t],f=[["Description",u],["Narrativ\
e",c]].filter(([,$])=>$),m=d===null?null:`${x(d,"document")} judged, ${p} of them relevant`;return h`<h3 id="topic-panel">Topic ${A(i,1/0)}${a&&h`: <bdi>${a}</bdi>`}</h3>
    <p class="facts">${[m,!q().includes(t)&&`not a topic${se()}`].filter(Boolean).join("; ")}</p>
    ${f.map(([$,g])=>h`<p class="prose"><strong>${$}: </strong><bdi>${g}</bdi></p>`)}
    ${H(()=>ji(e,t),[e,t,n,o,s,r])}`}function ji(e,t){let{digits:n}=l.measures[e],o=de(),s=Z().filter(f=>D(e,t,f)!==null),r=I(s.length,f=>T(e,D(e,t,s[f]))).map(
f=>s[f]);if(!r.length)return h`<p>No run was evaluated on this topic.</p>`;if(l.runs.length===1)return h`<p>${S(e)} ${w(D(e,t,0),n)}</p>`;let i=r.map(f=>Number(
D(e,t,f))),a=r.map(f=>l.runs[f].name),[u,c]=Ee(e),d=r.indexOf(_.run),p={title:`${S(e)} of every run on topic ${l.topics[t].id}`,names:a,most:14,height:182,axis:{
label:S(e),low:u,high:c},description:`From ${w(i[0],n)} to ${w(i[i.length-1],n)}, median ${w($e(i),n)}.`,marks:[{kind:"bar",of:f=>[0,i[f]],colour:f=>o.ofRun(r[f])}],
lines:[[0,"axis"],[Number($e(i)),"median"]],pointed:d<0?void 0:[d,Math.max(0,i[d])],item:"run",open:f=>pt("run",r[f]),words:f=>`${z(a[f])}
${S(e)} ${w(i[f],n)}, rank ${Ge(e,t,r[f])}`};return h`<${Fe} figure=${p} />
    <${ue} listed=${[...Re(o),[{d:"M3 1h10l-5 9z",fill:"var(--text)"},`${z(l.runs[_.run].name)}, the chosen run`],[{d:"M0 6H16",class:"median"},"median"]]} />
    ${N(`${S(e)} of ${r.length<l.runs.length?`${r.length} of `:""}${x(l.runs.length,"run")} on this topic, the best first`,l.dialect&&`dialect ${l.dialect}`)}
    <${ce} title="${S(e)} on this topic" heads=${["run","group","value"]}
      rows=${()=>r.map((f,m)=>[A(a[m]),A(l.runs[f].group),w(i[m],n)])} />`}function xr(){let[e,t]=[vt(),Z()];return e?` --type ${Oe(e)}`:t.length<l.runs.length&&t.length<=12?t.map(n=>` --run ${Oe(l.runs[n].name)}`).join(""):""}function Ci(e){
let[t,n]=[_.run,_.other].map(a=>Oe(l.runs[a].name)),o=`-m ${Oe(S())}`,s=l.measures.map((a,u)=>` -m ${Oe(S(u))}`).join(""),r=(a,u="")=>[a,"report figures",`--out\
put figures-${e} ${o}${u}${xr()}`];return({leaderboard:[["In a terminal","report leaderboard",o],["As LaTeX, to fit a column","report table",`${s.trim()}${xr()}\
 --format latex --for acm${l.measures.length>4?" --wide":""} --output table.tex`],r("As a figure"," --figure leaderboard")],curves:[r("As a figure"," --figure p\
recision-recall")],heatmap:[r("As a figure"," --figure heat-map")],pair:[["In a terminal","compare",`${t} ${n} ${o}`],r("As a figure",` --figure leaderboard --p\
air ${t} ${n}`)],topics:[["In a terminal","report topics",`${o} --run ${t}`]],participants:[["In a terminal","diagnose",`--run ${t}`]],quality:[["In a terminal",
"diagnose","--part runs"]]}[e]||[]).map(([a,u,c])=>[a,pn(u,c)])}function Ai(){return h`<${ae} words="Measure" name="measure" options=${go()} />`}function Ti(){let e=Object.
keys(l.subsets),t=Z().length;return h`
    ${e.length>0&&h`<${ae} words="Topics" name="subset" options=${[["","all"],...e.map(n=>[n,n])]} />`}
    ${t<l.runs.length&&h`<${Y} pressed=${()=>F({filter:"",only:[]})}>${t} of ${x(l.runs.length,"run")}: show all<//>`}`}function Ni(){return[...ko(),...l.mind].
map(([t,n,o])=>{let{name:s}=l.types,r=o&&l.types.values.includes(o)?`&only=${encodeURIComponent(`${s}:${o}`)}`:"";return h`<li key=${t}><a href=${`#${n}${r}`}><bdi>${t}</bdi></a></li>`})}
function Ei(e,t){let n=Object.assign(document.createElement("a"),{href:`#${e}`,textContent:t});document.querySelector("nav ul")?.appendChild(document.createElement(
"li")).append(n);let o=document.getElementById(e);if(o)return o;let s=Object.assign(document.createElement("section"),{id:e});return s.setAttribute("aria-labell\
edby",`${e}-title`),s.append(Object.assign(document.createElement("h2"),{id:`${e}-title`,textContent:t}),Object.assign(document.createElement("div"),{className:"\
content"})),ee("about").before(s),s}rr(e=>{lo(e),co({measure:l.first_measure,other:Math.min(1,l.runs.length-1),curves:Ko().map(n=>l.runs[n].name)}),st(ee("measu\
re"),Ai),st(ee("left"),Ti);let t=document.querySelector("ul.verdict");t&&st(t,Ni);for(let{id:n,title:o,Content:s}of un.sort((r,i)=>r.order-i.order).filter(({there:r})=>!r||
r())){let r=Ei(n,o),i=r.querySelector(".content");st(i,s,r),yr(i,()=>Ci(n)),ct(r,".taking > button, .data > summary")}document.addEventListener("click",bo),window.
addEventListener("hashchange",hn),po()},hn);})();
