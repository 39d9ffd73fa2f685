// Made by scripts/web/bundle.mjs of the modules in scripts/, Preact (MIT) and htm (Apache 2.0): do not edit.
(()=>{var xn=function(e,t,n,o){var s;t[0]=0;for(var r=1;r<t.length;r++){var i=t[r++],a=t[r]?(t[0]|=i?1:2,n[t[r++]]):t[++r];i===3?o[0]=a:i===4?o[1]=Object.assign(o[1]||
{},a):i===5?(o[1]=o[1]||{})[t[++r]]=a:i===6?o[1][t[++r]]+=a+"":i?(s=e.apply(a,xn(e,a,n,["",null])),o.push(s),a[0]?t[0]|=2:(t[r-2]=0,t[r]=s)):o.push(a)}return o},
yn=new Map;function kn(e){var t=yn.get(this);return t||(t=new Map,yn.set(this,t)),(t=xn(this,t.get(e)||(t.set(e,t=(function(n){for(var o,s,r=1,i="",a="",c=[0],l=function(u){
r===1&&(u||(i=i.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?c.push(0,u,i):r===3&&(u||i)?(c.push(3,u,i),r=2):r===2&&i==="..."&&u?c.push(4,u,0):r===2&&i&&!u?c.push(5,0,!0,
i):r>=5&&((i||!u&&r===5)&&(c.push(r,0,i,s),r=6),u&&(c.push(r,u,0,s),r=6)),i=""},p=0;p<n.length;p++){p&&(r===1&&l(),l(p));for(var m=0;m<n[p].length;m++)o=n[p][m],
r===1?o==="<"?(l(),c=[c],r=3):i+=o:r===4?i==="--"&&o===">"?(r=1,i=""):i=o+i[0]:a?o===a?a="":i+=o:o==='"'||o==="'"?a=o:o===">"?(l(),r=1):r&&(o==="="?(r=5,s=i,i=""):
o==="/"&&(r<5||n[p][m+1]===">")?(l(),r===3&&(c=c[0]),r=c,(c=c[0]).push(2,0,r),r=0):o===" "||o==="	"||o===`
`||o==="\r"?(l(),r=2):i+=o),r===3&&i==="!--"&&(r=4,c=c[0])}return l(),c})(e)),t),arguments,[])).length>1?t:t[0]}var xt,T,jn,ur,ke,Mn,Tn,Nn,It,gt,Ge,An,Pt,Ft,Ht,fr,vt={},wt=[],pr=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,kt=Array.isArray;function ge(e,t){
for(var n in t)e[n]=t[n];return e}function Dt(e){e&&e.parentNode&&e.parentNode.removeChild(e)}function Wt(e,t,n){var o,s,r,i={};for(r in t)r=="key"?o=t[r]:r=="r\
ef"?s=t[r]:i[r]=t[r];if(arguments.length>2&&(i.children=arguments.length>3?xt.call(arguments,2):n),typeof e=="function"&&e.defaultProps!=null)for(r in e.defaultProps)
i[r]===void 0&&(i[r]=e.defaultProps[r]);return _t(e,i,o,s,null)}function _t(e,t,n,o,s){var r={type:e,props:t,key:n,ref:o,__k:null,__:null,__b:0,__e:null,__c:null,
constructor:void 0,__v:s??++jn,__i:-1,__u:0};return s==null&&T.vnode!=null&&T.vnode(r),r}function Mt(e){return e.children}function bt(e,t){this.props=e,this.context=t}function Ne(e,t){if(t==null)return e.__?Ne(e.__,e.__i+1):null;for(var n;t<e.__k.length;t++)
if((n=e.__k[t])!=null&&n.__e!=null)return n.__e;return typeof e.type=="function"?Ne(e):null}function dr(e){if(e.__P&&e.__d){var t=e.__v,n=t.__e,o=[],s=[],r=ge({},
t);r.__v=t.__v+1,T.vnode&&T.vnode(r),qt(e.__P,r,t,e.__n,e.__P.namespaceURI,32&t.__u?[n]:null,o,n??Ne(t),!!(32&t.__u),s),r.__v=t.__v,r.__.__k[r.__i]=r,In(o,r,s),
t.__e=t.__=null,r.__e!=n&&En(r)}}function En(e){if((e=e.__)!=null&&e.__c!=null)return e.__e=e.__c.base=null,e.__k.some(function(t){if(t!=null&&t.__e!=null)return e.
__e=e.__c.base=t.__e}),En(e)}function On(e){(!e.__d&&(e.__d=!0)&&ke.push(e)&&!yt.__r++||Mn!=T.debounceRendering)&&((Mn=T.debounceRendering)||Tn)(yt)}function yt(){
try{for(var e,t=1;ke.length;)ke.length>t&&ke.sort(Nn),e=ke.shift(),t=ke.length,dr(e)}finally{ke.length=yt.__r=0}}function Ln(e,t,n,o,s,r,i,a,c,l,p){var m,u,h,_,
$,b,y=o&&o.__k||wt,v=t.length;for(c=mr(n,t,y,c,v),m=0;m<v;m++)(h=n.__k[m])!=null&&(u=h.__i!=-1&&y[h.__i]||vt,h.__i=m,b=qt(e,h,u,s,r,i,a,c,l,p),_=h.__e,h.ref&&u.
ref!=h.ref&&(u.ref&&Ut(u.ref,null,h),p.push(h.ref,h.__c||_,h)),$==null&&_!=null&&($=_),4&h.__u?(c=Rn(h,c,e),u.__e&&(u.__e=null)):typeof h.type=="function"&&b!==
void 0?c=b:_&&(c=_.nextSibling),h.__u&=-7);return n.__e=$,c}function mr(e,t,n,o,s){var r,i,a,c,l,p=n.length,m=p,u=0;for(e.__k=new Array(s),r=0;r<s;r++)(i=t[r])!=
null&&typeof i!="boolean"&&typeof i!="function"?(typeof i=="string"||typeof i=="number"||typeof i=="bigint"||i.constructor==String?i=e.__k[r]=_t(null,i,null,null,
null):kt(i)?i=e.__k[r]=_t(Mt,{children:i},null,null,null):i.constructor===void 0&&i.__b>0?i=e.__k[r]=_t(i.type,i.props,i.key,i.ref?i.ref:null,i.__v):e.__k[r]=i,
c=r+u,i.__=e,i.__b=e.__b+1,a=null,(l=i.__i=hr(i,n,c,m))!=-1&&(m--,(a=n[l])&&(a.__u|=2)),a==null||a.__v==null?(l==-1&&(s>p?u--:s<p&&u++),typeof i.type!="function"&&
(i.__u|=4)):l!=c&&(l==c-1?u--:l==c+1?u++:(l>c?u--:u++,i.__u|=4))):e.__k[r]=null;if(m)for(r=0;r<p;r++)(a=n[r])!=null&&(2&a.__u)==0&&(a.__e==o&&(o=Ne(a)),Hn(a,a));
return o}function Rn(e,t,n){var o,s;if(typeof e.type=="function"){for(o=e.__k,s=0;o&&s<o.length;s++)o[s]&&(o[s].__=e,t=Rn(o[s],t,n));return t}e.__e!=t&&(t&&e.type&&
!t.parentNode&&(t=Ne(e)),t=n.insertBefore(e.__e,t||null));do t=t&&t.nextSibling;while(t!=null&&t.nodeType==8);return t}function hr(e,t,n,o){var s,r,i,a=e.key,c=e.type,l=t[n],p=l!=null&&(2&l.__u)==0;if(l===null&&a==null||p&&a==l.key&&c==l.type)return n;if(o>(p?1:0)){for(s=n-1,r=n+
1;s>=0||r<t.length;)if((l=t[i=s>=0?s--:r++])!=null&&(2&l.__u)==0&&a==l.key&&c==l.type)return i}return-1}function Sn(e,t,n){t[0]=="-"?e.setProperty(t,n??""):e[t]=
n==null?"":typeof n!="number"||pr.test(t)?n:n+"px"}function $t(e,t,n,o,s){var r,i;e:if(t=="style")if(typeof n=="string")e.style.cssText=n;else{if(typeof o=="str\
ing"&&(e.style.cssText=o=""),o)for(t in o)n&&t in n||Sn(e.style,t,"");if(n)for(t in n)o&&n[t]==o[t]||Sn(e.style,t,n[t])}else if(t[0]=="o"&&t[1]=="n")r=t!=(t=t.replace(
An,"$1")),i=t.toLowerCase(),t=i in e||t=="onFocusOut"||t=="onFocusIn"?i.slice(2):t.slice(2),e.l||(e.l={}),e.l[t+r]=n,n?o?n[Ge]=o[Ge]:(n[Ge]=Pt,e.addEventListener(
t,r?Ht:Ft,r)):e.removeEventListener(t,r?Ht:Ft,r);else{if(s=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&
t!="height"&&t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in e)try{e[t]=n??"";break e}catch{}
typeof n=="function"||(n==null||n===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,t=="popover"&&n==1?"":n))}}function Cn(e){return function(t){if(this.l){
var n=this.l[t.type+e];if(t[gt]==null)t[gt]=Pt++;else if(t[gt]<n[Ge])return;return n(T.event?T.event(t):t)}}}function qt(e,t,n,o,s,r,i,a,c,l){var p,m,u,h,_,$,b,
y,v,O,I,k,L,R,Y,S,j=t.type;if(t.constructor!==void 0)return null;128&n.__u&&(c=!!(32&n.__u),r=[a=t.__e=n.__e]),(p=T.__b)&&p(t);e:if(typeof j=="function"){m=i.length;
try{if(v=t.props,O=j.prototype&&j.prototype.render,I=(p=j.contextType)&&o[p.__c],k=p?I?I.props.value:p.__:o,n.__c?y=(u=t.__c=n.__c).__=u.__E:(O?t.__c=u=new j(v,
k):(t.__c=u=new bt(v,k),u.constructor=j,u.render=gr),I&&I.sub(u),u.state||(u.state={}),u.__n=o,h=u.__d=!0,u.__h=[],u._sb=[]),O&&u.__s==null&&(u.__s=u.state),O&&
j.getDerivedStateFromProps!=null&&(u.__s==u.state&&(u.__s=ge({},u.__s)),ge(u.__s,j.getDerivedStateFromProps(v,u.__s))),_=u.props,$=u.state,u.__v=t,h)O&&j.getDerivedStateFromProps==
null&&u.componentWillMount!=null&&u.componentWillMount(),O&&u.componentDidMount!=null&&u.__h.push(u.componentDidMount);else{if(O&&j.getDerivedStateFromProps==null&&
v!==_&&u.componentWillReceiveProps!=null&&u.componentWillReceiveProps(v,k),t.__v==n.__v||!u.__e&&u.shouldComponentUpdate!=null&&u.shouldComponentUpdate(v,u.__s,
k)===!1){t.__v!=n.__v&&(u.props=v,u.state=u.__s,u.__d=!1),t.__e=n.__e,t.__k=n.__k,t.__k.some(function(C){C&&(C.__=t)}),wt.push.apply(u.__h,u._sb),u._sb=[],u.__h.
length&&i.push(u),a=Ne(n);break e}u.componentWillUpdate!=null&&u.componentWillUpdate(v,u.__s,k),O&&u.componentDidUpdate!=null&&u.__h.push(function(){u.componentDidUpdate(
_,$,b)})}if(u.context=k,u.props=v,u.__P=e,u.__e=!1,L=T.__r,R=0,O)u.state=u.__s,u.__d=!1,L&&L(t),p=u.render(u.props,u.state,u.context),wt.push.apply(u.__h,u._sb),
u._sb=[];else do u.__d=!1,L&&L(t),p=u.render(u.props,u.state,u.context),u.state=u.__s;while(u.__d&&++R<25);u.state=u.__s,u.getChildContext!=null&&(o=ge(ge({},o),
u.getChildContext())),O&&!h&&u.getSnapshotBeforeUpdate!=null&&(b=u.getSnapshotBeforeUpdate(_,$)),Y=p!=null&&p.type===Mt&&p.key==null?Fn(p.props.children):p,a=Ln(
e,kt(Y)?Y:[Y],t,n,o,s,r,i,a,c,l),u.base=t.__e,t.__u&=-161,u.__h.length&&i.push(u),y&&(u.__E=u.__=null)}catch(C){if(i.length=m,t.__v=null,c||r!=null){if(C.then){
for(t.__u|=c?160:128;a&&a.nodeType==8&&a.nextSibling;)a=a.nextSibling;r!=null&&(r[r.indexOf(a)]=null),t.__e=a}else if(r!=null)for(S=r.length;S--;)Dt(r[S])}else t.
__e=n.__e;t.__k==null&&(t.__k=n.__k||[]),C.then||Bn(t),T.__e(C,t,n)}}else r==null&&t.__v==n.__v?(t.__k=n.__k,t.__e=n.__e):a=t.__e=$r(n.__e,t,n,o,s,r,i,c,l);return(p=
T.diffed)&&p(t),128&t.__u?void 0:a}function Bn(e){e&&(e.__c&&(e.__c.__e=!0),e.__k&&e.__k.some(Bn))}function In(e,t,n){for(var o=0;o<n.length;o++)Ut(n[o],n[++o],
n[++o]);T.__c&&T.__c(t,e),e.some(function(s){try{e=s.__h,s.__h=[],e.some(function(r){r.call(s)})}catch(r){T.__e(r,s.__v)}})}function Fn(e){return typeof e!="obj\
ect"||e==null||e.__b>0?e:kt(e)?e.map(Fn):e.constructor!==void 0?null:ge({},e)}function $r(e,t,n,o,s,r,i,a,c){var l,p,m,u,h,_,$,b=n.props||vt,y=t.props,v=t.type;
if(v=="svg"?s="http://www.w3.org/2000/svg":v=="math"?s="http://www.w3.org/1998/Math/MathML":s||(s="http://www.w3.org/1999/xhtml"),r!=null){for(l=0;l<r.length;l++)
if((h=r[l])&&"setAttribute"in h==!!v&&(v?h.localName==v:h.nodeType==3)){e=h,r[l]=null;break}}if(e==null){if(v==null)return document.createTextNode(y);e=document.
createElementNS(s,v,y.is&&y),a&&(T.__m&&T.__m(t,r),a=!1),r=null}if(v==null)b===y||a&&e.data==y||(e.data=y);else{if(r=v=="textarea"&&y.defaultValue!=null?null:r&&
xt.call(e.childNodes),!a&&r!=null)for(b={},l=0;l<e.attributes.length;l++)b[(h=e.attributes[l]).name]=h.value;for(l in b)h=b[l],l=="dangerouslySetInnerHTML"?m=h:
l=="children"||l in y||l=="value"&&"defaultValue"in y||l=="checked"&&"defaultChecked"in y||$t(e,l,null,h,s);for(l in y)h=y[l],l=="children"?u=h:l=="dangerouslyS\
etInnerHTML"?p=h:l=="value"?_=h:l=="checked"?$=h:a&&typeof h!="function"||b[l]===h||$t(e,l,h,b[l],s);if(p)a||m&&(p.__html==m.__html||p.__html==e.innerHTML)||(e.
innerHTML=p.__html),t.__k=[];else if(m&&(e.innerHTML=""),Ln(t.type=="template"?e.content:e,kt(u)?u:[u],t,n,o,v=="foreignObject"?"http://www.w3.org/1999/xhtml":s,
r,i,r?r[0]:n.__k&&Ne(n,0),a,c),r!=null)for(l=r.length;l--;)Dt(r[l]);a&&v!="textarea"||(l="value",v=="progress"&&_==null?e.removeAttribute("value"):_!=null&&(_!==
e[l]||v=="progress"&&!_||v=="option"&&_!=b[l])&&$t(e,l,_,b[l],s),l="checked",$!=null&&$!=e[l]&&$t(e,l,$,b[l],s))}return e}function Ut(e,t,n){try{if(typeof e=="f\
unction"){var o=typeof e.__u=="function";o&&e.__u(),o&&t==null||(e.__u=e(t))}else e.current=t}catch(s){T.__e(s,n)}}function Hn(e,t,n){var o,s;if(T.unmount&&T.unmount(
e),(o=e.ref)&&(o.current&&o.current!=e.__e||Ut(o,null,t)),(o=e.__c)!=null){if(o.componentWillUnmount)try{o.componentWillUnmount()}catch(r){T.__e(r,t)}o.base=o.__P=
o.__n=null}if(o=e.__k)for(s=0;s<o.length;s++)o[s]&&Hn(o[s],t,n||typeof e.type!="function");n||Dt(e.__e),e.__c=e.__=e.__e=void 0}function gr(e,t,n){return this.constructor(
e,n)}function Ae(e,t,n){var o,s,r,i;t==document&&(t=document.documentElement),T.__&&T.__(e,t),s=(o=typeof n=="function")?null:n&&n.__k||t.__k,r=[],i=[],qt(t,e=(!o&&
n||t).__k=Wt(Mt,null,[e]),s||vt,vt,t.namespaceURI,!o&&n?[n]:s?null:t.firstChild?xt.call(t.childNodes):null,r,!o&&n?n:s?s.__e:t.firstChild,o,i),In(r,e,i),e.props.
children=null}xt=wt.slice,T={__e:function(e,t,n,o){for(var s,r,i;t=t.__;)if((s=t.__c)&&!s.__)try{if((r=s.constructor)&&r.getDerivedStateFromError!=null&&(s.setState(r.getDerivedStateFromError(
e)),i=s.__d),s.componentDidCatch!=null&&(s.componentDidCatch(e,o||{}),i=s.__d),i)return s.__E=s}catch(a){e=a}throw e}},jn=0,ur=function(e){return e!=null&&e.constructor===
void 0},bt.prototype.setState=function(e,t){var n;n=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=ge({},this.state),typeof e=="function"&&(e=e(ge({},n),
this.props)),e&&ge(n,e),e!=null&&this.__v&&(t&&this._sb.push(t),On(this))},bt.prototype.forceUpdate=function(e){this.__v&&(this.__e=!0,e&&this.__h.push(e),On(this))},
bt.prototype.render=Mt,ke=[],Tn=typeof Promise=="function"?Promise.prototype.then.bind(Promise.resolve()):setTimeout,Nn=function(e,t){return e.__v.__b-t.__v.__b},
yt.__r=0,It=Math.random().toString(8),gt="__d"+It,Ge="__a"+It,An=/(PointerCapture)$|Capture$/i,Pt=0,Ft=Cn(!1),Ht=Cn(!0),fr=0;var Ke,P,Vt,Pn,St=0,Kn=[],q=T,Dn=q.__b,Wn=q.__r,qn=q.diffed,Un=q.__c,Vn=q.unmount,zn=q.__;function Gt(e,t){q.__h&&q.__h(P,e,St||t),St=0;var n=P.__H||(P.__H={__:[],
__h:[]});return e>=n.__.length&&n.__.push({}),n.__[e]}function E(e){return St=1,_r(Xn,e)}function _r(e,t,n){var o=Gt(Ke++,2);if(o.t=e,!o.__c&&(o.__=[n?n(t):Xn(void 0,
t),function(a){var c=o.__N?o.__N[0]:o.__[0],l=o.t(c,a);c!==l&&(o.__N=[l,o.__[1]],o.__c.setState({}))}],o.__c=P,!P.__f)){var s=function(a,c,l){if(!o.__c.__H)return!0;
var p=!1,m=o.__c.props!==a;if(o.__c.__H.__.some(function(h){if(h.__N){p=!0;var _=h.__[0];h.__=h.__N,h.__N=void 0,_!==h.__[0]&&(m=!0)}}),r){var u=r.call(this,a,c,
l);return p?u||m:u}return!p||m};P.__f=!0;var r=P.shouldComponentUpdate,i=P.componentWillUpdate;P.componentWillUpdate=function(a,c,l){if(this.__e){var p=r;r=void 0,
s(a,c,l),r=p}i&&i.call(this,a,c,l)},P.shouldComponentUpdate=s}return o.__N||o.__}function Q(e,t){var n=Gt(Ke++,4);!q.__s&&Jn(n.__H,t)&&(n.__=e,n.u=t,P.__h.push(n))}function ae(e){return St=5,F(function(){return{current:e}},[])}function F(e,t){var n=Gt(Ke++,7);return Jn(n.__H,t)&&(n.__=e(),n.__H=t,n.__h=e),n.__}function br(){for(var e;e=Kn.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(Ot),t.__h.some(zt),t.__h=[]}catch(n){t.__h=[],q.__e(n,e.__v)}}}q.__b=function(e){P=
null,Dn&&Dn(e)},q.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),zn&&zn(e,t)},q.__r=function(e){Wn&&Wn(e),Ke=0;var t=(P=e.__c).__H;t&&(Vt===P?(t.__h=[],
P.__h=[],t.__.some(function(n){n.__N&&(n.__=n.__N),n.u=n.__N=void 0})):(t.__h.some(Ot),t.__h.some(zt),t.__h=[],Ke=0)),Vt=P},q.diffed=function(e){qn&&qn(e);var t=e.
__c;t&&t.__H&&(t.__H.__h.length&&(Kn.push(t)!==1&&Pn===q.requestAnimationFrame||((Pn=q.requestAnimationFrame)||vr)(br)),t.__H.__.some(function(n){n.u&&(n.__H=n.
u,n.u=void 0)})),Vt=P=null},q.__c=function(e,t){t.some(function(n){try{n.__h.some(Ot),n.__h=n.__h.filter(function(o){return!o.__||zt(o)})}catch(o){t.some(function(s){
s.__h&&(s.__h=[])}),t=[],q.__e(o,n.__v)}}),Un&&Un(e,t)},q.unmount=function(e){Vn&&Vn(e);var t,n=e.__c;n&&n.__H&&(n.__H.__.some(function(o){try{Ot(o)}catch(s){t=
s}}),n.__H=void 0,t&&q.__e(t,n.__v))};var Gn=typeof requestAnimationFrame=="function";function vr(e){var t,n=function(){clearTimeout(o),Gn&&cancelAnimationFrame(
t),setTimeout(e)},o=setTimeout(n,35);Gn&&(t=requestAnimationFrame(n))}function Ot(e){var t=P,n=e.__c;typeof n=="function"&&(e.__c=void 0,n()),P=t}function zt(e){
var t=P;e.__c=e.__(),P=t}function Jn(e,t){return!e||e.length!==t.length||t.some(function(n,o){return n!==e[o]})}function Xn(e,t){return typeof t=="function"?t(e):
t}var d=kn.bind(Wt);var f=null;function Zn(e){f=e}var g={measure:0,run:0,other:1,topic:0,against:-1,colour:"",sort:"",filter:"",only:[],columns:[],curves:[],heat:"",subset:"",topics_by:"\
hardest",runs_by:"value",pair_by:"gain"},Ye={...g},Ct=[],[Yn,wr]=[200,400],Qn=0,Fe={topic:()=>f.topics.map(e=>e.id)};Fe.measure=()=>f.measures.map(e=>e.label);for(let e of[
"run","other","against"])Fe[e]=()=>f.runs.map(t=>t.name);var yr={topic:"topic",measure:"measure",subset:"subset"};function eo(e){Object.assign(g,e),Ye={...g};let{
choices:t,unknown:n}=Ze(location.hash);n||Object.assign(g,t)}function Qe(e,t,n=null){e.replaceChildren(),Ct.push({draw:()=>Ae(d`<${t} />`,e),home:n,stale:!0}),Xe(
()=>!0)}function Xe(e){let t=document.activeElement;for(let n of Ct.filter(({stale:o,home:s})=>o&&e(s)))n.stale=!1,n.draw();t!==document.activeElement&&t?.isConnected&&
t.focus({preventScroll:!0})}function to(e){if(!e)return!0;let{top:t,bottom:n}=e.getBoundingClientRect();return n>-Yn&&t<window.innerHeight+Yn}function no(e=wr){
clearTimeout(Qn);let t=Ct.find(({stale:n})=>n);t&&(Qn=window.setTimeout(()=>{Xe(n=>n===t.home),no(0)},e))}function oo(){document.addEventListener("scroll",()=>Xe(
to),{passive:!0}),window.addEventListener("beforeprint",()=>Xe(()=>!0))}function ro(e,t){let n=Object.entries(e).filter(([o,s])=>String(s)!==String(g[o]));if(!n.
length)return!1;Object.assign(g,Object.fromEntries(n));for(let o of Ct)o.stale=!0;return Xe(o=>o?.id===t||to(o)),no(),!0}function H(e,{again:t,section:n}={}){let o=n||
xr()||Ze(location.hash).section;if(!ro(e,o)&&!n||!document.documentElement.dataset.ready)return;let s=kr(o);s!==location.hash&&(t?history.replaceState({own:!0},
"",s):history.pushState({own:!0},"",s))}function xr(){let e=document.activeElement&&document.activeElement.closest("main section");return e?e.id:""}function kr(e){
let t=Object.entries(g).filter(([n,o])=>String(o)!==String(Ye[n])).map(([n,o])=>`${n}=${[o].flat().map(s=>encodeURIComponent(Fe[n]?Fe[n]()[Number(s)]||"":s)).join(
",")}`);return`#${[e,...t].filter(Boolean).join("&")}`}function Ze(e){let t="",n={},o=null;for(let i of e.replace(/^#/,"").split("&")){let[,a,c]=/^(\w+)=(.*)$/.
exec(i)||[];a?Object.hasOwn(Ye,a)&&(n[a]=Mr(a,c),n[a]===-1&&(o=[yr[a]||"run",Je(c)])):t=t||i}let[s,...r]=Object.keys(n);return!t&&!r.length&&(t={topic:"topics",
run:"participants"}[s]||""),{section:t,choices:n,unknown:o}}function Mr(e,t){return Fe[e]?Fe[e]().indexOf(Je(t)):Array.isArray(Ye[e])?t?t.split(",").map(Je):[]:
e==="subset"&&t&&!Object.hasOwn(f.subsets,Je(t))?-1:Je(t)}function so(e,t){ro({...Ye,...e},t)}function Je(e){try{return decodeURIComponent(e)}catch{return e}}function He(e){let{hues:t,dashes:n}=f.palette;return{stroke:`var(--hue-${e%t})`,"stroke-dasharray":n[Math.floor(e/t)%n.length].map(o=>2*o).join(" ")}}var io=["#\
a63603","#e6853c","#fdd0a2","#f7f7f7","#9ecae1","#4292c6","#084594"];function Or(e){return[1,3,5].map(t=>parseInt(e.slice(t,t+2),16))}function Kt(e,t=f.palette.
shades){let n=Math.min(Math.max(e,0),1)*(t.length-1),o=Math.min(Math.floor(n),t.length-2),[s,r]=[t[o],t[o+1]].map(Or);return`rgb(${s.map((i,a)=>Math.round(i+(n-
o)*(r[a]-i))).join(",")})`}function et(e,t,n=6){let s=(t-e||1)/(n-1),r=10**Math.floor(Math.log10(s)),i=[1,2,5,10].map(l=>l*r).find(l=>l>=s*.999)||r,a=Math.floor(e/i+1e-9),c=Math.max(a+1,Math.
ceil(t/i-1e-9));return Array.from({length:c-a+1},(l,p)=>Number(((a+p)*i).toPrecision(12)))}function Pe(e,t,n,o,s){let r=et(e,t,s),[i,a]=[r[0],r[r.length-1]],c=p=>n+
(p-i)/(a-i)*(o-n);return Object.assign(c,{clamped:p=>c(Math.min(Math.max(p,i),a)),ticks:r,low:i,high:a})}function N(e){return Math.round(e*10)/10}function Jt(e=640){
return Math.max(e,Math.min(1400,window.innerWidth-64))}function Me(e,t=22){let n=Array.from(e),o=Math.floor((t-1)/2);return n.length>t?`${n.slice(0,t-1-o).join(
"")}…${n.slice(n.length-o).join("")}`:e}function Xt(e,t=11){return Math.max(1,Math.ceil(t/e))}function U(e){return`⁨${e.replaceAll("⁩","")}⁩`}function _e(e){
return e.map(([t,n],o)=>`${o?"L":"M"}${N(t)} ${N(n)}`).join("")}function Oe(e,t,n,o){return`M${N(e)} ${N(t)}h${N(n)}v${N(o)}h${N(-n)}z`}var Yt=[];function te(e,t){Yt.push({...e,Content:t})}function W(e){return d`<bdi class="name" title=${e}>${e}</bdi>`}function Z(e){return document.getElementById(
e)}function tt(){return f.runs.map(({name:e},t)=>[t,e])}function ao(){return f.measures.map(({label:e},t)=>[t,e])}function A(...e){return d`<p class="caption">${e.
filter(Boolean).join("; ")}.</p>`}function w(e,t=4){return e==null||Number.isNaN(e)?"–":e.toFixed(t)}function x(e,t,n=e){let[o,s]=[e,n].map(r=>r.toLocaleString(
"en"));return`${o}${n===e?"":` to ${s}`} ${t}${n===1?"":"s"}`}function Qt(e){return e==null?"–":e<1e-300?"< 1e-300":e<1e-4?e.toExponential(1):e.toFixed(4)}function De(e){return e==null?"–":`${(100*e).toFixed(1)} %`}function V(e,t,n){
let o=f.values[e][t][n];return o===null?null:f.measures[e].digits?o/f.unit:o}function he(e,t){return f.runs.map((n,o)=>V(e,t,o))}function be(e,t){let n=e.filter(
i=>i!==null).sort((i,a)=>i-a);if(!n.length)return null;let o=(n.length-1)*t,s=Math.floor(o),r=Math.min(s+1,n.length-1);return n[s]+(o-s)*(n[r]-n[s])}var le=e=>be(
e,.5);function Ee(e){let t=e.filter(n=>n!==null);return t.length?t.reduce((n,o)=>n+o,0)/t.length:null}function B(e,t,n=!1){let o=Array.from({length:e},(i,a)=>a),
s=o.map(t),r=n?1:-1;return o.sort((i,a)=>s[i]===null||s[a]===null?+(s[i]===null)-+(s[a]===null)||i-a:r*(s[i]<s[a]?-1:s[i]>s[a]?1:0)||i-a)}function D(e,t){return t!==
null&&f.measures[e].lower_is_better?-t:t}function jt(e,t){let[n]=B(t.length,o=>D(e,t[o]));return{bestRun:n,best:t[n],median:le(t),worst:be(t,f.measures[e].lower_is_better?
1:0)}}function Zt(e,t,n){return t===null?null:1+n.filter(o=>o!==null&&D(e,o)>D(e,t)).length}function Se(e){let t=f.topics.flatMap((s,r)=>he(e,r)).map(Number),[n,
o]=t.reduce(([s,r],i)=>[Math.min(s,i),Math.max(r,i)],[0,f.measures[e].digits?1:0]);return[n,o>n?o:n+1]}function M(e=g.measure){return f.measures[e].label}function G(){
return f.subsets[g.subset]||[...f.topics.keys()]}function ce(){return g.subset&&` of the subset ${g.subset}`}function ie(e=g.measure){return f.boards.find(t=>t.
subset===g.subset&&t.measure===e)||null}function Tt(){return`${Number((100*f.confidence).toPrecision(6))} %`}function lo(e){return e.mean||e.order.map(t=>Number(
f.summary[e.measure][t]))}function co(e,t,n,o){let[s,r]=[e.order.indexOf(t),e.order.indexOf(n)].sort((a,c)=>a-c);if(s<0||s===r||!o)return null;let i=o[s*e.order.
length-s*(s+1)/2+r-s-1];return o===e.corrected?i/f.unit:i}function Re(e){return f.runs[e].group||f.runs[e].name}function z(e){document.documentElement.dataset.ready&&
(Z("status").textContent=e)}function en(e,t,n){return t[n]===null?"–":`${Zt(e,t[n],t)} of ${t.filter(o=>o!==null).length}`}function We(e,t,n){return en(e,f.values[e][t],
n)}function Le(e){return f.measures[e].summary==="geometric"}function nt(e,t,n=f.topics.map((o,s)=>s)){let o=n.map(i=>V(e,i,t));if((Le(e)||f.measures[e].summary===
"mean")&&o.length===f.topics.length&&!o.includes(null))return f.summary[e][t];if(!Le(e))return Ee(o);let r=Ee(o.map(i=>i===null?null:Math.log(Math.max(i,1e-5))));
return r===null?null:Math.exp(r)}function ue(e,t,n=G()){if(n.length===f.topics.length)return f.summary[e][t];if(f.measures[e].summary!=="sum")return nt(e,t,n);let o=n.
map(s=>V(e,s,t)).filter(s=>s!==null);return o.length?o.reduce((s,r)=>s+r,0):null}function ot(e){return/^[\w@./-]+$/.test(e)?e:`'${e.replaceAll("'","'\\''")}'`}function tn(e,t){
let n=g.subset&&/^compare|figures$/.test(e)?` --topics ${ot(g.subset)}`:"";return`harness ${e} task.yaml ${t}${n}`.trim()}function ve(e,t=4){let n=w(Math.abs(e),
t);return Math.abs(e)<1e-9?n:`${e<0?"−":"+"}${n}`}function qe(e){if(g.subset&&f.boards.length)return`no intervals, letters or p-values over the subset ${g.subset}\
 on this page; in a terminal: ${tn("compare",`--pairs -m ${ot(e)}`)}`;if(f.not_compared)return`runs are not compared: ${f.not_compared}`;let t=[...f.measures.keys()].
filter(ie).map(M).join(", ")||"none";return`no intervals of ranks, letters or p-values by ${e}: the first ten measures that are no counts have them, or those th\
at the key compare: measures: of the task names (here: ${t})`}var Sr={ArrowDown:1,ArrowRight:1,ArrowUp:-1,ArrowLeft:-1};function rt(e,t){let n=()=>[...e.querySelectorAll(t)],o=()=>n().filter(r=>!r.closest("[hidden]")),s=(r=o().
find(i=>i===document.activeElement)||o()[0])=>{for(let i of n())i.tabIndex=i===r?0:-1};e.addEventListener("focusin",({target:r})=>{r.matches(t)&&s(r)}),e.addEventListener(
"keydown",r=>{let i=r.target,a=Sr[r.key],c=/Up|Down/.test(r.key);if(!a||!i.matches(t)||c&&i.tagName==="SELECT")return;let l=c&&Cr(i,a,t)||o()[o().indexOf(i)+a];
l&&(r.preventDefault(),l.focus())}),new MutationObserver(()=>s()).observe(e,{childList:!0,subtree:!0,attributeFilter:["hidden"]}),s()}function we(e){let t=ae(null);
return Q(()=>rt(t.current,e),[]),t}function Cr(e,t,n){let o=[...e.closest("table")?.rows||[]],s=i=>[...i.querySelectorAll(n)],r=o.findIndex(i=>i.contains(e));for(let i=r+
t;o[i];i+=t){let a=s(o[i]);if(a.length)return a[Math.min(s(o[r]).indexOf(e),a.length-1)]}}function X({pressed:e,children:t}){return d`<button type="button" onClick=${e}>${t}</button>`}function Ue({words:e,options:t,value:n,changed:o}){return d`<label class="field"><span>${e}</span><select value=${n} onChange=${({
currentTarget:r})=>o(r.value,r.selectedOptions[0].text)}>
    ${t.map(([r,i])=>d`<option value=${r}>${i}</option>`)}
  </select></label>`}function ne({words:e,name:t,options:n,value:o=g[t]}){return d`<${Ue} words=${e} options=${n} value=${o} changed=${(r,i)=>{H({[t]:typeof g[t]==
"number"?Number(r):r}),z(`${e}: ${i}`)}} />`}function st({words:e,value:t,changed:n}){return d`<label class="field"><span>${e}</span><input type="search" value=${t} onInput=${({
currentTarget:s})=>n(s.value)} /></label>`}function it(e,t){return t.join(`
`).toLowerCase().includes(e.trim().toLowerCase())}function at({title:e,items:t,checked:n,changed:o}){let[s,r]=E(""),i=we("input"),a=new Set(n),c=l=>{a.delete(l)||
a.add(l),o(a)};return d`<fieldset class="checklist"><legend>${e}</legend>
    ${t.length>12&&d`<${st} words="Filter" value=${s} changed=${r} />`}
    <div class="checks" ref=${i}>${t.map(({key:l,name:p,before:m,near:u})=>d`
      <label class="check" key=${l} hidden=${!it(s,[p])} onPointerEnter=${u} onFocusIn=${u}>
        <input type="checkbox" checked=${a.has(l)} onChange=${()=>c(l)} />${m}${W(p)}
      </label>`)}</div>
  </fieldset>`}function ee({children:e}){let t=we("select, button");return Q(()=>{t.current.querySelectorAll("select, button").length>1&&t.current.setAttribute(
"role","toolbar")}),d`<div class="controls" ref=${t}>${e}</div>`}function K(e,t,n){let o=e==="topic"?f.topics[t].id:f.runs[t].name;return d`<a href=${`#${e}=${encodeURIComponent(o)}`} title=${o}><bdi class="name">${n||o}</bdi></a>`}
function nn(){let e=Z("unknown"),{section:t,choices:n,unknown:o}=Ze(location.hash);if(e.hidden=!o,o){let[r,i]=o;Ae(d`There is no ${r} ${W(i)} on this page.`,e),
e.scrollIntoView(),z(`There is no ${r} ${U(i)} on this page.`);return}let s=document.querySelector(`main section[id="${CSS.escape(t)}"]`);t&&!s||(so(n,t),s&&!(history.
state&&history.state.own)&&s.scrollIntoView())}function uo(e){let t=e.target.closest('a[href^="#"]');if(!t||e.ctrlKey||e.metaKey||e.shiftKey)return;let{section:n,
choices:o,unknown:s}=Ze(String(t.getAttribute("href")));if(s||!n||!document.querySelector(`main section[id="${CSS.escape(n)}"]`))return;e.preventDefault();let r=t.
closest("section");H(o,{section:n}),(!r||r.id!==n)&&fo(n)}function Nt(e){let{id:t,title:n}=f.topics[e];return n?`${U(t)} ${U(n)}`:U(t)}function fo(e){let t=Z(`${e}\
-title`);t.setAttribute("tabindex","-1"),t.focus({preventScroll:!0}),t.scrollIntoView({behavior:"instant"})}function lt(e,t){let n=e==="topic"?"topics":"partici\
pants";H({[e]:t},{section:n}),fo(n)}function ct(e,t){return{item:"topic",names:e.map(({topic:n})=>f.topics[n].id),words:n=>`${Nt(e[n].topic)}
${t(e[n])}`,open:n=>lt("topic",e[n].topic)}}function jr(e,t){let{name:n,group:o,attributes:s}=f.runs[t];return it(e,[n,o,...Object.values(s)])}function ft(){let{runs:e}=f;return[...e.some(t=>t.group)?["gr\
oup"]:[],...Object.keys(e.length?e[0].attributes:{})]}function fe(e,t){return e==="group"?f.runs[t].group:f.runs[t].attributes[e]||""}function Ce(e){return[...new Set(
f.runs.map((t,n)=>fe(e,n)).filter(Boolean))].sort()}function pt(){return ft().filter(e=>e==="group"||Ce(e).length>1&&Ce(e).length<=Math.max(8,f.runs.length/4))}
var ut={filter:"",only:[],runs:null};function mo(){let{filter:e,only:t}=g;if(ut.runs&&ut.filter===e&&ut.only===t)return ut.runs;let n=ft().map(s=>({name:s,values:t.
filter(r=>r.startsWith(`${s}:`))})).filter(({values:s})=>s.length),o=new Set([...f.runs.keys()].filter(s=>jr(e,s)&&n.every(({name:r,values:i})=>i.includes(`${r}\
:${fe(r,s)}`))));return ut={filter:e,only:t,runs:o},o}function je(e){return mo().has(e)}function pe(){return[...mo()]}function dt(e=f.runs.length,t=x(f.topics.length,
"topic")){let n=x(f.runs.length,"run");return[e<f.runs.length?`${e} of ${n}, as filtered`:n,t,f.dialect&&`dialect ${f.dialect}`].filter(Boolean).join("; ")}function ye(e=!0){
return dt(e?pe().length:f.runs.length,`${x(G().length,"topic")}${ce()}`)}var po=6;function de(){let e=pt(),t=g.colour||e.find(a=>Ce(a).length<=po)||e[0]||"",n=a=>f.
runs.filter((c,l)=>fe(t,l)===a).length,o=t?Ce(t):[],s=B(o.length,a=>n(o[a])).slice(0,po).map(a=>o[a]),r=new Map(s.map((a,c)=>[a,He(c).stroke])),i=a=>t?r.get(fe(
t,a))||"var(--muted)":He(0).stroke;return{name:t,most:s,others:o.length-s.length,ofRun:i}}function Te({most:e,others:t}){let n=o=>({d:"M8 2a4 4 0 1 0 .1 0z",fill:o});
return[...e.map((o,s)=>[n(He(s).stroke),o]),...t>0?[[n("var(--muted)"),`${x(t,"other")} and none`]]:[]]}function mt(e=n=>n,t=()=>[]){return[{name:"run",text:!0,
value:o=>f.runs[e(o)].name,cell:o=>[K("run",e(o)),...t(e(o))]},...ft().map(o=>({name:o,text:!0,value:s=>fe(o,e(s)),cell:s=>W(fe(o,e(s)))}))]}function ho(e){let[
t,n]=[ie(e),!g.subset],o=n?f.intervals[e]:null,s=f.runs.map((a,c)=>ue(e,c)),r=s.map((a,c)=>({run:c,value:a,error:n?f.errors[e][c]:null,mean:a,low:o&&o.low[c],high:o&&
o.high[c],rank:Zt(e,a,s)}));if(!t)return r;let i=lo(t);return t.order.forEach((a,c)=>{let{low:l,high:p,rank:m,letters:u}=t;Object.assign(r[a],{position:c,mean:i[c],
low:l[c],high:p[c],letters:u&&u[c],rank:Ve(t)?r[a].rank:m[c]})}),r}function Ve(e){return!!(e&&e.mean&&!e.subset)}function Tr(e){return e.order.filter(je)}function $o(e){let t=e.order.map((n,o)=>o).filter(n=>je(e.order[n]));return new Map(t.map(n=>{let o=r=>t.filter(i=>e.apart[n][i]===
r).length,s=1+t.filter(r=>e.rank[r]<e.rank[n]).length;return[e.order[n],{rank:s,low:1+o("<"),high:t.length-o(">")}]}))}function go(e){let t=ie(e),n=t&&$o(t);return ho(
e).map(o=>{let s=n&&n.get(o.run);return s?{...o,rank:Ve(t)?o.rank:s.rank,rankLow:s.low,rankHigh:s.high}:o})}function _o(e){let t=ie(e);if(!t)return null;if(g.against<
0){let s=$o(t);return{run:-1,runs:new Set([...s].filter(([,{low:r}])=>r===1).map(([r])=>r)),of:s.size}}let n=Tr(t),o=t.apart[t.order.indexOf(g.against)];return{
run:g.against,runs:new Set(n.filter(s=>o[t.order.indexOf(s)]===".")),of:n.length-1}}function bo({run:e,runs:t,of:n}){let{best:o,ranks:s}=f.words,r=[...t].filter(
l=>l!==e).map(l=>f.runs[l].name),i=r.length>12?` and ${r.length-12} more`:"",a=`${r.slice(0,12).join(", ")}${i}`;if(e<0)return`shaded: ${x(r.length,"run")} of ${n}\
 ${o.not_shown}: ${a}`;let{name:c}=f.runs[e];return r.length?`shaded: ${x(r.length,"run")} of ${n} ${s.not_shown} than ${c}: ${a}`:`every other run is ${s.shown}\
, than ${c}`}function Nr(e){return e===void 0||e===""||Number.isNaN(e)?null:typeof e=="string"?e.toLowerCase():e}function At({text:e,kind:t}){return`${e?"text":"number"}${t?
` ${t}`:""}`}function $e({columns:e,rows:t,title:n,sorted:o,sortedBy:s,rowAttributes:r,empty:i,most:a=1/0,kind:c,few:l}){let[p,m]=E(o||{column:0}),[u,h]=E(!1),_=s&&
o?o:p,$=we("thead button, tbody :is(a, button)");Q(()=>{let{current:k}=$,L=new ResizeObserver(()=>{let R=k.scrollWidth>k.clientWidth||k.scrollHeight>k.clientHeight;
k.tabIndex=R&&!k.querySelector("a, button")?0:-1});for(let R of[k,k.firstChild])L.observe(R)},[]);function b(k){let L=_.column===k?!_.ascending:!!(e[k].text||e[k].
rising);m({column:k,ascending:L}),s&&s(e[k],L),z(`${n}: sorted by ${e[k].name}, ${L?"ascending":"descending"}`)}function y(){h(!0),$.current.focus()}let v=e[_.column]?.
value||(()=>0),O=B(t.length,k=>Nr(v(t[k])),_.ascending),I=u?O:O.slice(0,a);return d`<div class=${`scroll ${c||""}`.trim()} tabindex="-1" role="region" aria-label=${n} ref=${$}>
    <table class=${l&&"few"} onwhole=${()=>h(!0)}>
      <caption>${n}</caption>
      <thead><tr>${e.map((k,L)=>Ar(k,L===_.column&&(_.ascending?"ascending":"descending"),()=>b(L)))}</tr></thead>
      <tbody>
        ${I.map(k=>d`<tr key=${k} ...${r?r(t[k]):{}}>
          ${e.map((L,R)=>Er(L,t[k],R))}</tr>`)}
        ${I.length<t.length&&vo(e,d`<${X} pressed=${y}>Show all ${t.length} rows; the first ${a} are shown<//>`)}
        ${!t.length&&vo(e,i)}
      </tbody>
    </table>
  </div>`}function vo(e,t="Nothing to show."){return d`<tr><td colspan=${e.length}>${t}</td></tr>`}function Ar(e,t,n){return e.name?d`<th scope="col" key=${e.name} class=${At(
e)} aria-sort=${t||null}>
    <button type="button" title=${e.help} onClick=${e.clicked||n}><bdi class="name">${e.name}</bdi></button>${e.under}
  </th>`:d`<td class=${At(e)}></td>`}function Er(e,t,n){let o=(e.cell?e.cell(t):e.value(t))??"–";if(o.type==="td")return o;let s=typeof o=="number"?w(o,e.digits):
o;return n?d`<td class=${At(e)}>${s}</td>`:d`<th scope="row" class=${At(e)}>${s}</th>`}function wo(e){let t=on(e).trim();return t==="–"?"":t}function on(e){return Array.
isArray(e)?e.map(on).join(""):e==null||typeof e=="boolean"?"":e.props?on(e.props.children):String(e)}function Lr(e,t){let n=parseFloat(e.replace("−","-").replaceAll(
",",""));return t||String(n)===e?n:e}function me({heads:e,rows:t,...n}){let o=e.map((s,r)=>{let i=p=>/^([−+-]?\d[\d.]*)?$/.test(wo(p[r])),[a,c]=Array.isArray(
s)?s:[s,r&&t.every(i)?"number":"text"],l=p=>wo(p[r]);return{name:a,text:c!=="number",kind:c==="prose"?c:"",value:c==="number"||!r?p=>Lr(l(p),!!r):l,cell:p=>Number.
isInteger(p[r])?String(p[r]):p[r]}});return d`<${$e} columns=${o} rows=${t} sorted=${{column:-1}} ...${n} />`}function rn({words:e,make:t}){let[n,o]=E(!1);return d`<details class="data" onToggle=${({
currentTarget:s})=>o(s.open)} onfill=${()=>o(!0)}>
    <summary onClick=${()=>o(!0)}>${e}</summary>${n&&t()}
  </details>`}function re({title:e,heads:t,rows:n}){return d`<${rn} words="Data of this figure" make=${()=>d`<${me} title=${e} heads=${t} rows=${n()} />`} />`}var xo="these results were read from a directory, without the runs";function ln(e,t=De(e)){return e===null?"–":d`<span class="share" aria-hidden="true"><span style="width: ${(100*
e).toFixed(1)}%" /></span>
    <span class="beside">${t}</span>`}function Rr(){let{runs:e,unjudged:t}=f,n=r=>e[r].retrieved?e[r].unjudged/e[r].retrieved:null,o=(r,i)=>({name:r,value:i,cell:a=>ln(
i(a))}),s=[...mt(),{name:"retrieved",digits:0,value:r=>e[r].retrieved},...(t?.cutoffs||[]).map((r,i)=>o(`first ${r}`,a=>Number(t?.share[a][i]))),o("all",n)];return d`<${$e} columns=${s} rows=${[
...e.keys()]} title="Share of unjudged documents" sorted=${{column:s.length-1}} />`}function Et(){return f.relevance_level&&`relevant from grade ${f.relevance_level}`}
function Br(){let e=f.topics.filter(r=>r.judged!==null);if(!e.length)return A("Not known: these results were written without a table of topics");let t=["judged",
"relevant"].map(r=>{let i=e.map(a=>Number(a[r]));return{kind:r,counts:i,sum:i.reduce((a,c)=>a+c,0)}}),n=[{name:"documents",text:!0,value:({kind:r})=>r},{name:"m\
in",digits:0,value:({counts:r})=>be(r,0)},{name:"median",digits:1,value:({counts:r})=>le(r)},{name:"max",digits:0,value:({counts:r})=>be(r,1)},{name:"sum",digits:0,
value:({sum:r})=>r}],[o,s]=t.map(({sum:r})=>r);return d`
    <${$e} columns=${n} rows=${t} title="Judged and relevant documents by topic" sorted=${{column:0,ascending:!0}} />
    ${A(x(e.length,"topic"),"documents with a grade in the judgments",Et(),o&&`${De(s/o).replace(" "," ")} of all judged documents are relevant`)}
    <${re} title="Judged and relevant documents of each topic" heads=${["topic","judged","relevant"]}
      rows=${()=>e.map(r=>[r.id,r.judged,r.relevant])} />`}function Ir(){if(!f.uniques)return A(`Not known, because ${xo}`);let e=Math.max(1,...Object.values(f.
uniques)),t=o=>f.runs.filter((s,r)=>Re(r)===o).length;return d`<${$e} columns=${[{name:"group",text:!0,value:([o])=>o,cell:([o])=>W(o)},{name:"runs",digits:0,value:([
o])=>t(o)},{name:"unique relevant",value:([,o])=>o,cell:([,o])=>ln(o/e,String(o))}]} rows=${Object.entries(f.uniques)} title="Unique relevant documents by group" sorted=${{
column:2}} />
    ${A("Relevant documents that runs of this group have within rank 100 of a topic, and no run of another group has","a run without a group stands for itself",
Et(),dt())}`}var Fr=()=>d`
  ${Rr()}
  ${A(f.unjudged&&"First k: of the documents within rank k of all judged topics together, how many are unjudged","all: of everything that the run retrieved for \
its averaged topics","unjudged is a document without a grade of 0 or more in the judgments",!f.unjudged&&`the shares within the first ranks are not known, becau\
se ${xo}`,dt())}
  <div class="columns"><div><h3>Judged and relevant</h3>${Br()}</div><div><h3>Found by one group alone</h3>${Ir()}</div></div>`;function sn(e,t){return{name:e,of:n=>n[t].
length,cell:({[t]:n})=>n.length?d`<span title=${n.join(", ")}>${n.length}</span>`:"–"}}function an(e,t){return{name:e,text:!0,of:n=>t(n).length,cell:n=>d`<bdi class="noticed">${t(
n).join("; ")||"–"}</bdi>`}}function yo(e){return Object.entries(e).map(([t,n])=>`${t}: ${n}`)}var cn=[{name:"tied documents",of:({tied:e})=>e,cell:({tied:e,retrieved:t})=>e?
ln(Math.min(1,e/Math.max(1,t)),String(e)):"–"},sn("topics missing","missing"),sn("topics left out","left_out"),sn("topics without judgments","extra"),an("find\
ings",({findings:e})=>yo(e)),an("repairs, lines changed",({repairs:e})=>yo(e)),an("warnings",({warnings:e})=>e)];function Hr(){let{runs:e,checked:t,refused:n}=f,
o=cn.filter(({of:a})=>e.some(a)),s=[...e.keys()].filter(a=>o.some(({of:c})=>c(e[a]))),r=mt(),i=[...r,...o.map(({name:a,text:c,of:l,cell:p})=>({name:a,text:c,value:m=>l(
e[m]),cell:m=>p(e[m])}))];return d`
    ${s.length>0&&d`<${$e} columns=${i} rows=${s} title="What was noticed of each run" sorted=${{column:r.length}} />`}
    ${A(t?"Runs were checked before the evaluation; findings and repairs are counted by their names":"Runs were not checked: the task has no key check",e.some(a=>a.
tied)&&"tied documents share their score with another of the same topic; the bar is their share of what was retrieved",s.length<e.length&&`not listed, because t\
here is nothing to say of ties, topics or repairs: ${e.length-s.length} of ${x(e.length,"run")}`,n&&`refused before the evaluation, and listed below: ${x(n,"run")}`,
dt())}`}te({id:"quality",title:"Quality of the data",order:100},()=>F(()=>d`<div id="coverage">${Fr()}</div><h3>Ties, topics and repairs</h3><div id="repairs">${Hr()}</div>`,
[]));function oe(e,t,n,o){return d`<text x=${N(e)} y=${N(t)} ...${o}>${n}</text>`}function ze(e,t={}){let n=a=>a.replace(/\{(\w+)\}/g,(c,l)=>t[l]),{title:o,x:s,y:r,key:i}=f.
figures[e];return{title:n(o),x:n(s),y:n(r),key:Object.fromEntries(Object.entries(i).map(([a,c])=>[a,n(c)]))}}function un({title:e,description:t=""},n,o){return{
viewBox:`0 0 ${n} ${o}`,class:"figure",role:"img","aria-label":`${e}. ${t}`,style:`max-width: ${n}px`,preserveAspectRatio:"xMinYMin meet"}}function fn(e){return{
onPointerMove:n=>{let[o,s]=[Z("tip"),e(n)];if(o.hidden=s===null,s===null)return;o.textContent=s;let r=Math.min(n.clientX+14,window.innerWidth-o.offsetWidth-8),i=n.
clientY+18+o.offsetHeight<window.innerHeight;o.style.left=`${Math.max(4,r)}px`,o.style.top=`${i?n.clientY+18:n.clientY-o.offsetHeight-10}px`},onPointerLeave:()=>{
Z("tip").hidden=!0}}}function Oo(e,t){let n=e.getBoundingClientRect(),o=e.viewBox.baseVal.width/n.width;return[(t.clientX-n.left)*o,(t.clientY-n.top)*o]}function Pr(e,t,{
rows:n,columns:o},s){let r=(m,u)=>{for(let h=m;h>=0&&h<n*o;h+=u)if(s(h))return h;return null};if(e==="End")return r(n*o-1,-1);if(e==="Home"||t===null)return r(0,
1);let[i,a]={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[0,-1],ArrowRight:[0,1]}[e]||[0,0],[c,l]=[Math.floor(t/o)+i,t%o+a];return c>=0&&c<n&&l>=0&&l<o&&s(c*o+l)?c*
o+l:null}function ko({left:e,top:t,across:n,down:o,rows:s,columns:r}){return{itemAt:(i,a)=>{let[c,l]=[Math.floor((a-t)/o),Math.floor((i-e)/n)];return c>=0&&c<s&&
l>=0&&l<r?c*r+l:null},outline:i=>Oe(e+i%r*n,t+Math.floor(i/r)*o,n,o)}}function So({figure:e,size:[t,n],grid:o,there:s=()=>!0,itemAt:r=ko(o).itemAt,outline:i=ko(
o).outline,crossed:a,above:c,children:l}){let[p,m]=[ae(null),ae(null)],[u,h]=E({figure:e,item:null,keyed:!1}),_=u.figure===e?u.item:null;Q(()=>{u.keyed&&m.current&&
m.current.scrollIntoView({block:"nearest",inline:"nearest"})},[u]);let{title:$,item:b,opens:y=`opens the ${b}`,words:v,open:O,pick:I}=e,k=(C,J)=>{h({figure:e,item:C,
keyed:J}),J&&z(v(C)),I&&I(C)},L=C=>{let[J,Ie]=Oo(p.current,C),xe=r(J,Ie);return xe!==null&&s(xe)?xe:null},R=C=>{if(C.key==="Enter"&&_!==null)O(_);else if(/^(Arrow(Up|Down|Left|Right)|Home|End)$/.
test(C.key)){let J=Pr(C.key,_,o,s);J!==null&&k(J,!0)}else return;C.preventDefault()},Y=C=>{let J=L(C);J!==null&&(k(J,!1),I||O(J))},S=fn(C=>{let J=L(C);return C.
target.dataset.words||(J===null?null:v(J))}),j=`max-width: ${t}px; min-width: ${t}px`;return d`<div class="scroll explorable" tabindex="0" role="application" onKeyDown=${R} onClick=${Y} ...${S}
      aria-label="${$}. Arrow keys move from ${b} to ${b}, Enter ${y}.">
    ${c}<svg ref=${p} ...${un(e,t,n)} style=${j}>${l}
      ${_!==null&&a&&d`<path class="cross" d=${a(_)} />`}
      ${_!==null&&d`<path ref=${m} class="mark" d=${i(_)} />`}</svg></div>`}function Co(e,t,n,o=String){return n.ticks.map(s=>d`<path class="grid" d="M${e} ${N(
n(s))}H${t}" />${oe(e-8,n(s)+4,o(s),{class:"tick","text-anchor":"end"})}`)}function jo(e,t){return t&&oe(12,e,t,{"text-anchor":"middle",transform:`rotate(-90 12\
 ${N(e)})`})}function Dr({left:e,right:t,top:n,bottom:o},s,r,i,a){return d`${Co(e,t,r)}${s.ticks.map(c=>d`<path class="axis" d="M${N(s(c))} ${o}v5" />${oe(s(c),
o+20,String(c),{class:"tick","text-anchor":"middle"})}`)}
    <path class="axis" d="M${e} ${n}V${o}H${t}" />
    ${oe((e+t)/2,o+40,i,{"text-anchor":"middle"})}${jo((n+o)/2,a)}`}function se({listed:e}){return d`<ul class="signs">${e.map(([t,n])=>d`<li>
    <svg width="16" height="12" aria-hidden="true"><path ...${t} /></svg>${n}</li>`)}</ul>`}var To={bar:(e,t,[n,o])=>`${_e([e(n,-t),e(o,-t),e(o,t),e(n,t)])}z`,box:(e,t,n)=>To.
bar(e,t,n),whisker:(e,t,n)=>[n.slice(0,2),n.slice(2)].map(o=>_e(o.map(s=>e(s,0)))).join("")+[n[0],n[n.length-1]].map(o=>_e([e(o,-t/2),e(o,t/2)])).join(""),tick:(e,t,[
n])=>_e([e(n,-t),e(n,t)])},Mo={point:4,outliers:2.4},Wr={bar:"bar",box:"box",whisker:"axis",tick:"median",point:"own",outliers:"dot"};function qr({kind:e,of:t,class:n=Wr[e],
colour:o=()=>"",words:s,half:r=1/0},i,a,c){let l=Array.from({length:i},(u,h)=>[t(h)].flat().filter(_=>_!==null));if(Mo[e])return l.map((u,h)=>u.map((_,$)=>{let[
b,y]=a(h)(_,0).map(N);return d`<circle class=${typeof n=="function"?n(h):o(h)?null:n} cx=${b} cy=${y}
        r=${Math.min(Mo[e],Math.max(2.5,c))} fill=${o(h)||null}
        data-words=${s&&s(h,$)} />`}));let p=new Map;l.forEach((u,h)=>{if(!u.length)return;let _=p.get(o(h))||[];_.push(To[e](a(h),Math.min(r,c),u)),p.set(o(h),
_)});let m=u=>e==="whisker"||e==="tick"?{stroke:u,"stroke-width":1.5}:{fill:u};return Array.from(p,([u,h])=>d`<path d=${h.join("")} ...${u?m(u):{class:n}} />`)}
function Be({figure:e}){let{names:t,axis:n,marks:o,height:s=210,most:r=9,lines:i=[],pointed:a,defs:c}=e,[l,p,m]=[60,a?18:10,t.length],u=p+s,h=Math.min(44,Ao(Jt()-
80,m)),_=l+h*m,$=Math.min(r,Math.max(...t.map(O=>Array.from(O).length))),b={left:l,top:p,across:h,down:s,rows:1,columns:m},y=F(()=>{let O=Pe(n.low,n.high,u,p,n.
most),I=R=>l+(R+.5)*h,k=R=>(Y,S)=>[I(R)+S,O.clamped(Y)],L=(R,Y)=>{let[S,j]=[N(I(Y)+4),u+8];return Y%Xt(h)?null:oe(S,j,Me(R,r),{class:"small","text-anchor":"end",
transform:`rotate(-90 ${S},${j})`})};return d`<defs>${c}</defs>
      ${[Co(l,_,O,n.words),t.map(L),jo((p+u)/2,n.label)]}
      ${o.map(R=>qr(R,m,k,Math.max(h/2,Math.min(1,h))-(h>4?1:0)))}
      ${i.map(([R,Y])=>d`<path class=${Y} d="M${l} ${N(O.clamped(R))}H${_}" />`)}
      ${a&&oe(I(a[0]),O.clamped(a[1])-4,"▼",{"text-anchor":"middle",class:"small"})}`},[e,h]),v=[Math.max(_+12,340),u+20+7*$];return d`<${So} figure=${e} size=${v} grid=${b}>${y}<//>`}
function No({axis:e,value:t,low:n,high:o,width:s,error:r,colour:i}){let[a,c,l]=[t,n,o].map(u=>N(e.clamped(u))),p=`${w(n)} to ${w(o)}`,m=[[n>=e.low,c],[o<=e.high,
l]].map(([u,h])=>u?`M${h} 5v8`:"").join("");return d`<span class="hidden">${p}</span><svg class="whisker" viewBox=${`0 0 ${s} 18`} aria-hidden="true" style="width:${s}px;${i?
`fill:${i};stroke:${i}`:""}" ...${fn(()=>p)}>
    ${r&&d`<path class="sample-error" d="M${N(e.clamped(t-r))} 9H${N(e.clamped(t+r))}" />`}
    <path d="M${c} 9H${l}${m}" /><circle cx=${a} cy="9" r="3.5" /></svg>`}function Ao(e,t){let n=e/Math.max(1,t);return n<2?n:Math.floor(n)}function pn({rows:e,
columns:t}){let n=Math.max(...t.map(s=>s.length)),o=Math.min(72,Ao(Jt()-270,t.length));return{left:160,top:42+Math.round(5.6*Math.min(17,n)),across:o,down:Math.
min(24,Math.max(12,Math.floor(600/e.length))),rows:e.length,columns:t.length,beyond:104,every:Xt(o)}}function Ur(){return d`<defs><pattern id="hatched" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <path class="axis" d="M0 0V5" /></pattern></defs>`}function Vr({looks:e,look:t},{left:n,top:o,across:s,down:r,rows:i,columns:a}){let c=e.map(()=>[]),l=s>14?
1:0;for(let p=0;p<i;p+=1)for(let m=0;m<a;m+=1){let u=t(p,m);c[u].push(Oe(n+m*s,o+p*r,Math.max(.2,s-l),r-l))}return e.map((p,m)=>c[m].length>0&&d`<path class="cells" ...${p} d=${c[m].
join("")} />`)}function zr({margins:e},{left:t,top:n,across:o,down:s,columns:r}){if(!e)return null;let i=t+r*o,a=({fill:c,words:l,tag:p,text:m},u)=>d`
    <path class="margin" d=${Oe(i+4,n+u*s,12,s)} fill=${c} data-words=${l} />
    <path fill=${p?.fill} d=${Oe(t-6,n+u*s+1,4,s-2)} data-words=${p?.words} />
    ${oe(i+20,n+(u+.5)*s+4,m||"",{class:"small tick"})}`;return d`${e.rows.map(a)}${e.columns.map(({fill:c,words:l},p)=>d`
    <path class="margin" d=${Oe(t+p*o,n-16,o,12)} fill=${c} data-words=${l} />`)}
    ${oe(t-10,n-6,e.above,{class:"small tick","text-anchor":"end"})}
    ${oe(i+20,n-6,e.beside,{class:"small tick"})}`}function Gr({rows:e,columns:t},{left:n,top:o,across:s,down:r,every:i}){return d`${e.map((a,c)=>oe(n-10,o+(c+.5)*
r+4,Me(a,24),{class:"small","text-anchor":"end"}))}
    ${t.map((a,c)=>{let[l,p]=[n+(c+.5)*s+3,o-22];return c%i?null:oe(l,p,Me(a,17),{class:"small",transform:`rotate(-65 ${N(l)} ${p})`})})}`}function Eo({figure:e}){
let t=pn(e),{left:n,top:o,across:s,down:r,rows:i,columns:a,beyond:c}=t,[l,p]=[n+s*a,o+r*i],m=F(()=>d`${Ur()}${Vr(e,t)}${zr(e,t)}${Gr(e,t)}`,[e,s]),u=h=>{let[_,$]=[
Math.floor(h/a),h%a],[b,y]=[n+$*s,o+_*r];return`M${n} ${y+r/2}H${b}M${b+s} ${y+r/2}H${l}M${b+s/2} ${o}V${y}M${b+s/2} ${y+r}V${p}`};return d`<${So} figure=${e} size=${[
l+c,p+6]} grid=${t} crossed=${u}>${m}<//>`}function Lo({title:e,low:t,high:n,colour:o,steps:s,missing:r}){let[i,a]=[300,12],c=p=>a+(p-t)/(n-t)*i,l=`${e} from ${w(
t,2)} to ${w(n,2)}`;return d`<svg ...${un({title:"Colours",description:l},i+2*a+(r?130:10),36)}>
    ${Array.from({length:s},(p,m)=>d`<path class="cells" fill=${o(m/(s-1))}
      d=${Oe(a+m*i/s,2,i/s+.5,12)} />`)}
    ${et(t,n,5).filter(p=>p>=t&&p<=n).map(p=>d`<path class="axis" d="M${N(c(p))} 14v4" />${oe(c(p),31,String(p).replace("-","−"),{class:"tick","text-anchor":"\
middle"})}`)}
    ${r&&d`<path d=${Oe(a+i+20,2,16,12)} fill="url(#hatched)" class="outlined" />
      ${oe(a+i+42,12,r,{class:"tick"})}`}</svg>`}function Ro({figure:e,width:t,lit:n,onLit:o}){let{x:s,y:r,lines:i,context:a,diagonal:c,dotted:l}=e,[p,m]=[Math.
round(t*.75),t<420?10:16],u={left:56,right:t-16-6*m,top:10,bottom:p-52},[h,_]=[Pe(s.low,s.high,u.left,u.right),Pe(r.low,r.high,u.bottom,u.top)],$=S=>S.map(([j,C])=>[
h(j),_(C)]),[b,y,v]=F(()=>[d`${Dr(u,h,_,s.label,r.label)}${c&&d`<path class="grid" d=${_e($([[0,0],[1,1]]))} />`}
      <path class="band" d=${_e($(Kr(e)))} /><path class="context" d=${a.map(S=>_e($(S))).join("")} />`,new Map(i.map(({key:S,points:j})=>[S,d`<path d=${_e($(j))} />${l&&
$(j).map(([C,J])=>d`
      <circle cx=${N(C)} cy=${N(J)} r="2.5" stroke-dasharray="none" />`)}`])),Jr(i.map(S=>({...S,end:$(S.points).at(-1)||[]})),u,m)],[e,t]),O=ae(null),I=S=>{let[
j,C]=Oo(O.current,S);return i.flatMap(({key:Ie,points:xe})=>$(xe).map(([ar,lr],cr)=>({key:Ie,index:cr,far:Math.hypot(ar-j,lr-C)}))).reduce((Ie,xe)=>xe.far<Ie.far?
xe:Ie,{key:null,index:0,far:30})},{onPointerMove:k,onPointerLeave:L}=fn(S=>{let{key:j,index:C}=I(S);return o(j),j===null?null:e.words(j,C)}),R=i.some(({key:S})=>S===
n),Y=R?[...i.filter(({key:S})=>S!==n),...i.filter(({key:S})=>S===n)]:i;return d`<svg ref=${O} ...${un(e,t,p)} onPointerMove=${k} onPointerLeave=${()=>{L(),o(null)}}>
    ${b}<g class=${R?"lines some":"lines"}>${Y.map(({key:S,style:j})=>d`<g key=${S} class=${S===n?"lit":null} ...${j}>${y.get(S)}</g>`)}</g>${v}</svg>`}function Kr({
shared:e,context:t}){if(!e||t.length<4)return[];let n=o=>t[0].map(([s],r)=>[s,Number(be(t.map(i=>i[r][1]),o))]);return[...n(.25),...n(.75).reverse()]}function Jr(e,{
right:t,top:n,bottom:o},s){if(e.length>12)return[];let r=o+14;return e.sort((i,a)=>a.end[1]-i.end[1]).map(({name:i,style:a,end:[c,l]},p)=>(r=Math.min(Math.max(l,
n+12*(e.length-1-p)),r-12),d`<path class="lead" d="M${N(c)} ${N(l)}L${t+6} ${N(r)}" stroke=${a.stroke} />${oe(t+9,r+3,Me(i,s),{class:"small",style:`fill:${a.stroke}`})}`))}function Io(){let{curves:{levels:e,cutoffs:t,subsets:n},unit:o}=f,s=Fo(),r=n[g.subset]||n[""],i=(c,l)=>{let p=r[c];if(!p)return[];let[m,u]=l(p);return m.map((h,_)=>[
h,u[_]/o])},a=[{name:"levels",positions:e,shared:!0,points:c=>i(c,([l])=>[e,l]),words:(c,[l,p])=>`recall ${l}: precision ${w(p)}`,cells:([,c])=>c,head:c=>`recal\
l ${c}`},{name:"cutoffs",positions:t,dotted:!0,points:c=>i(c,([,l,p])=>[p.map(m=>m/o),l]),words:(c,[l,p])=>`first ${t[c]} documents: precision ${w(p)}, recall ${w(
l)}`,cells:([c,l])=>`${w(l)} / ${w(c)}`,head:c=>`P / R at ${c}`}];return s&&a.push({name:"roc",positions:s.false,diagonal:!0,shared:!0,points:c=>s.false.flatMap(
(l,p)=>s.true[c][p]===null?[]:[[l,Number(s.true[c][p])]]),words:(c,[l,p])=>`false positive rate ${l}: true positive rate ${w(p)}`,cells:([,c])=>c,head:c=>`at ${c}`}),
a.filter(c=>c.positions.length)}function Fo(){let{roc:e}=f;return e&&{false:e.false,...e.subsets[g.subset]||e.subsets[""]}}function Ho(){let e=Po();return[...f.
runs.keys()].filter(t=>t<5||e.length<=6&&e.includes(t))}function Po(){let e=new Map;return f.runs.forEach((t,n)=>{e.has(Re(n))||e.set(Re(n),n)}),[...e.values()]}
function Xr(e,t,n){let o=f.runs.map((p,m)=>e.points(m)),s=p=>Math.max(.1,...o.flat().map(m=>m[p])),{title:r,x:i,y:a}=ze(e.name),c=t.filter(p=>o[p].length);return{
...e,title:r,description:"The numbers are in the table below it.",words:(p,m)=>{if(!e.shared)return`${f.runs[p].name}
${e.words(m,o[p][m])}`;let u=B(c.length,h=>o[c[h]][m][1]).slice(0,16).map(h=>c[h]);return[e.head(o[p][m][0]),...u.map(h=>`${w(o[h][m][1])}  ${f.runs[h].name}${h===
p?" ◂":""}`)].join(`
`)},x:{label:i,low:0,high:s(0)},y:{label:a,low:0,high:s(1)},lines:c.map(p=>({key:p,name:f.runs[p].name,points:o[p],style:n(p)})),context:pe().map(p=>o[p]).filter(
p=>p.length)}}function Yr(){let{curves:e}=f,t=Fo(),n=new Set(g.subset in e.subsets?G():f.topics.keys()),o=f.runs.map((r,i)=>[...n].filter(a=>f.values[0][a][i]!==
null).length).filter(Boolean),s=r=>x(Math.min(...r),"topic",Math.max(...r));return A(`grey: ${pe().length<f.runs.length?"the runs that are left":"all runs"}, an\
d where they have the same recall levels the band between their quartiles`,"Interpolated precision is the best precision from the rank on that reaches the recal\
l level","precision and recall after so many documents are those of the whole cutoff, also where a run has fewer",`both are means over ${s(o)}`,t&&`ROC: over th\
e judged documents alone, averaged vertically (the true positive rate at each false positive rate) over ${s(t.topics)} with relevant and judged non-relevant doc\
uments; grey: by chance`,f.relevance_level&&`relevant from grade ${f.relevance_level}`,ye())}function Qr(){return g.subset&&!(g.subset in f.curves.subsets)&&d`<p class="warning">Curves are means over all topics, not over the subset ${g.
subset}.</p>`}function Zr(e){let t=ae(new Map).current;for(let o of[...t.keys()])e.includes(o)||t.delete(o);for(let o of e){let s=[...t.values()];t.has(o)||t.set(
o,[...f.runs.keys()].findIndex(r=>!s.includes(r)))}let n=de();return o=>({...He(t.get(o)||0),...g.colour?{stroke:n.ofRun(o)}:{}})}function Do(e){return e?`${e} \
of ${x(f.runs.length,"run")} drawn`:"no run is drawn: choose some in the list"}function Bo(e){let t=[...e].sort((n,o)=>n-o);H({curves:t.map(n=>f.runs[n].name)}),
z(Do(t.length))}function es(){let{curves:e,colour:t,filter:n,only:o,subset:s}=g,[r,i]=E(null),a=[...f.runs.keys()].filter(h=>e.includes(f.runs[h].name)),c=Zr(a),
l=F(()=>{let h=$=>d`<svg class="sample" viewBox="0 0 26 10" aria-hidden="true">
      ${a.includes($)&&d`<path d="M0 5H26" stroke-width="3" ...${c($)} />`}</svg>`,_=f.runs.map(({name:$},b)=>({key:b,name:$,before:h(b),near:()=>i(b)}));return d`<${at} title=${`\
Runs, the best first by ${M(f.first_measure)}`} items=${_} checked=${a} changed=${Bo} />`},[e,t]),p=F(()=>Io().map((h,_,{length:$})=>{let b=Xr(h,a,c),y=Number(Z(
"curves").querySelector(".content")?.clientWidth);return{figure:b,width:Math.max(320,Math.min(660,Math.floor(y/$)-20)),table:d`<${re} title=${b.title} heads=${[
"run",...h.positions.map(h.head)]}
        rows=${()=>a.map(v=>[f.runs[v].name,...h.points(v).map(h.cells)])} />`}}),[e,t,n,o,s]),m=(h,_)=>d`<${X} pressed=${()=>Bo(_())}>${h}<//>`,u=()=>B(f.runs.
length,h=>D(g.measure,ue(g.measure,h)));return d`<${ee}>${m("Best 5",()=>u().filter(je).slice(0,5))}
      ${f.runs.some(h=>h.group)&&m("Best of each group",()=>Po().filter(je))}
      ${m("All",pe)}${m("None",()=>[])}<span class="caption">${Do(a.length)}</span><//>
    <div onPointerLeave=${()=>i(null)}>${l}</div>${Qr()}${t&&d`<${se} listed=${Te(de())} />`}
    <div class="columns">${p.map(({figure:h,width:_,table:$})=>d`<div><h3>${h.title}</h3>
      <${Ro} figure=${h} width=${_} lit=${r} onLit=${i} />${$}</div>`)}</div>${Yr()}`}te({id:"curves",title:"Precision and recall",order:20},()=>Io().length?d`<${es} />`:
A("There are no curves: no topic was averaged, or the judgments are a sample"));var dn=new Map;function hn(e){if(!dn.has(e)){let{docs:t,runs:n}=f.first.topics[e],o=t.map(()=>0);for(let s of n)for(let r of new Set(s))o[r]+=1;dn.set(e,o)}return dn.
get(e)}function ts(e){return e>=Number(f.relevance_level)?["relevant","●",`relevant${e>1?`, grade ${e}`:""}`]:e>=0?["nonrelevant","○",`not relevant${e>0?`, \
grade ${e}`:""}`]:e===-1?["unjudged","?","unjudged"]:["unjudged","×","pooled, not judged"]}function Lt(e){let[t,n,o]=ts(e);return d`<span class="grade ${t}"><span aria-hidden="true">${n} </span>${o}</span>`}
function Rt(e){let[t,n]=Object.hasOwn(f.texts,e)?f.texts[e]:["",""];return d`${W(e)}${t&&d`<bdi class="doc title">${t}</bdi>`}${n&&d`<bdi class="doc">${n}</bdi>`}`}
function ns(e,t,n){let{docs:o,grades:s,runs:r}=f.first.topics[t],i=hn(t),a=V(e,t,n),c=a===null?"not evaluated on this topic":`${M(e)} ${w(a,f.measures[e].digits)}\
, rank ${We(e,t,n)}`,l=r[n].map((p,m)=>[String(m+1),Lt(s[p]),Rt(o[p]),String(i[p]-1)]);return d`<div class="first" key=${n}><h4>${K("run",n)} ${c}</h4>
    ${l.length?d`<${me} title="First documents of ${U(f.runs[n].name)}" rows=${l}
      heads=${[["rank","number"],["judgment","text"],["document","prose"],["others","number"]]} />`:d`<p>The run retrieved nothing for this topic.</p>`}</div>`}
var mn={best:"best",median:"median",chosen:"chosen run",none:"no other run"};function Wo(){let{measure:e,topic:t,run:n}=g,[o,s]=E(["best",f.runs.length>1?"media\
n":"none"]),r=we("a"),i=B(f.runs.length,u=>D(e,V(e,t,u))),a=i.filter(u=>V(e,t,u)!==null),c={best:a[0],median:a[Math.floor(a.length/2)],chosen:n},l=u=>c[u]??Number(
u),p=(u,h)=>{let $=[...Object.keys(mn).filter(b=>h||b!=="none").map(b=>[b,b==="none"?mn.none:`${mn[b]}: ${f.runs[l(b)].name}`]),...i.map(b=>[b,`${f.runs[b].name}\
 ${w(V(e,t,b),f.measures[e].digits)}`])];return d`<${Ue} words=${u} options=${$} value=${o[h]}
      changed=${b=>s(o.map((y,v)=>v===h?b:y))} />`},{depth:m}=f.first;return d`<h3>What the runs found first</h3>
    <${ee}>${["Documents of","beside those of"].map(p)}<//>
    <div class="columns" ref=${r}>${[...new Set(o.filter(u=>u!=="none").map(l))].map(u=>ns(e,t,u))}</div>
    ${A(`The first ${m} documents of a run on the topic above`,`others: how many of ${x(f.runs.length-1,"other run")} have the document among their first ${m}`,
Et(),"unjudged: not in the judgments","pooled, not judged: in the judgments with a grade below 0")}`}var ht=50,$n={id:["topic",()=>B(f.topics.length,e=>e,!0)],hardest:["difficulty, hardest first (median of the runs)",e=>B(f.topics.length,t=>D(e,le(he(e,t))),!0)],
relevant:["number of relevant documents",()=>B(f.topics.length,e=>f.topics[e].relevant)]},gn={value:["value, best first",e=>B(f.runs.length,t=>D(e,ue(e,t)))],name:[
"name",()=>B(f.runs.length,e=>f.runs[e].name.toLowerCase(),!0)],group:["group",()=>B(f.runs.length,e=>Re(e).toLowerCase(),!0)]},Bt=()=>g.heat==="residual";function Uo(e){
let[t,n]=Se(e);return{of:(s,r)=>V(e,s,r),low:t,high:n,colour:s=>Kt(s)}}function os(e){if(!Bt())return Uo(e);let t=f.topics.map((r,i)=>Number(le(he(e,i)))),n=(r,i)=>{
let a=V(e,r,i);return a===null?null:a-t[r]},o=Math.max(1e-9,...t.flatMap((r,i)=>f.runs.map((a,c)=>Math.abs(n(i,c)||0)))),s=f.measures[e].lower_is_better?1:0;return{
of:n,low:-o,high:o,colour:r=>Kt(Math.abs(s-r),io)}}function rs({low:e,high:t},n){return n===null?ht:Math.round((n-e)/(t-e)*(ht-1))}function ss({colour:e}){return[
...Array.from({length:ht},(t,n)=>e(n/(ht-1))),"url(#hatched)"].map(t=>({fill:t}))}function qo({low:e,high:t,colour:n},o){return o===null?"url(#hatched)":n((o-e)/
(t-e))}function is(e,t,n,o){let{digits:s}=f.measures[e],[r,i]=[Uo(e),de()],a=n.map(l=>{let p=U(f.runs[l].name),m=nt(e,l,t),u=Bt()?Ee(t.map(_=>o.of(_,l))):m,h=i.
name&&fe(i.name,l);return{fill:qo(o,u),text:w(m,s?4:1),words:`${p}
${Bt()?"mean difference from the median":"mean"} ${w(u,s?4:1)}`,tag:{fill:i.ofRun(l),words:h?`${p}
${i.name} ${U(h)}`:p}}}),c=t.map(l=>{let p=le(he(e,l));return{fill:qo(r,p),words:`${Nt(l)}
median of all runs ${w(p,s)}`}});return{rows:a,columns:c,above:"median of all runs",beside:Le(e)?"geometric mean":"mean"}}function as(e,t,n,o,s,r){let{title:i,x:a,
y:c}=ze("heat-map",{measure:M(e),...o}),l=m=>({topic:t[m%t.length],run:n[Math.floor(m/t.length)]}),p={title:`${i}: ${x(n.length,"run")} on ${x(t.length,"topic")}`,
description:`Rows: ${c}. Columns: ${a}.`,item:"cell",opens:"opens the topic",rows:n.map(m=>f.runs[m].name),columns:t.map(m=>`${f.topics[m].id} ${f.topics[m].title||
""}`.trim()),looks:ss(s),look:(m,u)=>rs(s,s.of(t[u],n[m])),margins:is(e,t,n,s),words:m=>{let{topic:u,run:h}=l(m);return`${Nt(u)}
${U(f.runs[h].name)}
${Vo(e,u,h)}`},open:m=>lt("topic",l(m).topic),pick:m=>r({figure:p,...l(m)})};return p}function Vo(e,t,n){let o=V(e,t,n);return o===null?"not evaluated":`${M(e)}\
 ${w(o,f.measures[e].digits)}, rank ${We(e,t,n)}`}function ls(e){let{measure:t}=g,[n,o]=[new Set(G()),new Set(pe())],[[s,r],[i,a]]=[$n[g.topics_by]||$n.hardest,
gn[g.runs_by]||gn.value],[c,l]=[r(t).filter($=>n.has($)),a(t).filter($=>o.has($))];if(!l.length||!c.length)return null;let[p,m,u]=[os(t),f.values[t].some($=>$.includes(
null)),de()],h=as(t,c,l,{topics:s,runs:i},p,e),{every:_}=pn(h);return{figure:h,above:d`<div class="legend"><${Lo} title=${M(t)} ...${p} steps=${ht} missing=${m&&
"not evaluated"} />
      ${u.name&&d`<${se} listed=${Te(u)} />`}</div>`,below:d`${A(`${M()} of each run on each topic${Bt()?", less the median of all runs on the topic: blue is be\
tter, orange is worse":""}`,ye(),"on the right the mean of each run, above the median of each topic",`topics by ${s}`,`runs by ${i}`,_>1&&`one topic of ${_} is \
named`,"rank: 1 + the number of runs with a better value")}
      <${re} title=${`${M()} by topic and run`} heads=${["topic","median of all runs",...l.map($=>f.runs[$].name)]}
        rows=${()=>c.map($=>[f.topics[$].id,le(he(t,$)),...l.map(b=>V(t,$,b))])} />`}}function cs(){let{measure:e,heat:t,topics_by:n,runs_by:o,filter:s,only:r,subset:i,
colour:a}=g,[c,l]=E(null),p=F(()=>ls(l),[e,t,n,o,s,r,i,a]),m=f.topics.some(h=>h.relevant!==null),u=h=>Object.entries(h).filter(([_])=>_!=="relevant"||m).map(([_,
[$]])=>[_,$]);return d`<${ee}><${ne} words="Topics by" name="topics_by" options=${u($n)} />
      <${ne} words="Runs by" name="runs_by" options=${u(gn)} />
      <${ne} words="Cells show" name="heat" options=${[["","values"],["residual","values less the topic's median"]]} /><//>
    ${p?d`${p.above}<${Eo} figure=${p.figure} /><p class="readout">${c&&c.figure===p.figure?d`<b>${Vo(e,c.topic,c.run)}</b> · topic ${K("topic",c.topic)} · run ${K(
"run",c.run)}`:"Click a cell, or move with the arrow keys, to see which it is."}</p>${p.below}`:A("No run is left by the filter, or no topic is in the subset")}`}
te({id:"heatmap",title:"Topics and runs",order:30},cs);var zo=[{sign:"†",says:"does not answer exactly the judged topics",of:({missing:e,left_out:t,extra:n})=>[[e,"missing"],[t,"left out"],[n,"ignored"]].filter(([
o])=>o.length).map(([o,s])=>`${o.length} ${s}`).join(", ")},{sign:"‡",says:"has documents that share their score with another of the same topic",of:({tied:e})=>e?
`${e} tied`:""},{sign:"§",says:"was repaired before the evaluation, lines changed",of:({repairs:e})=>Object.entries(e).map(([t,n])=>`${t}: ${n}`).join(", ")}],
us="The standard error that the sample of judgments leaves";function fs(e,t){let n=de(),o=ie(e),s=Ve(o),r=s?" of mean":"",i=window.innerWidth<640,[a,...c]=mt(({
run:m})=>m,ms),l=Object.entries({...g.subset&&{"all topics":[...f.topics.keys()]},...f.subsets}).filter(([m])=>m!==g.subset);return[a,t&&{name:`${Tt()} interval${r}`,
key:"interval",rare:i,value:({mean:m})=>m,cell:({run:m,mean:u,low:h,high:_,error:$})=>typeof h!="number"?"–":d`<${No} axis=${t} value=${u} low=${h} high=${_} error=${$} width=${_n()} colour=${n.
ofRun(m)} />`,under:d`<span class="ends" style="width:${_n()}px"><span>${t.low}</span><span>${t.high}</span></span>`},...c.map(m=>({...m,key:m.name,rare:i})),{name:"\
rank",kind:"begins",rising:!0,digits:0,value:({rank:m})=>m},...B(f.measures.length,m=>Number(i&&m===e)).map(m=>({...ds(m,m===e),key:f.measures[m].label})),...l.
map(m=>ps(e,m)),s&&{name:"mean",kind:"begins",value:({mean:m})=>m},...o?[{name:`ranks${r}`,key:"ranks",kind:"begins",rising:!0,help:f.words.ranks.text,value:({rankLow:m,
rankHigh:u})=>m+u/1e4,cell:({rankLow:m,rankHigh:u})=>m===u?`${m}`:`${m}–${u}`},...o.letters?[{name:"letters",key:"letters",rare:!0,text:!0,help:`Runs that sha\
re one are ${f.words.pairs.not_shown} than each other`,value:m=>m.position,cell:m=>m.letters}]:[]]:[]].filter(Boolean)}function Go({key:e,rare:t}){return!e||!!t===
g.columns.includes(e)}function ps(e,[t,n]){let{digits:o,lower_is_better:s}=f.measures[e];return{name:`${M(e)}: ${t}`,key:`subset ${t}`,rare:!0,rising:s,digits:o,
help:`${M(e)} over the ${x(n.length,"topic")} of the subset ${t}`,value:({run:r})=>ue(e,r,n)}}function ds(e,t){let{label:n,digits:o,lower_is_better:s}=f.measures[e],
r=f.runs.map((p,m)=>ue(e,m)),i=r.filter(p=>p!==null),[a,c]=[Math.min(...i),Math.max(...i)],l=o&&a<c?s?a:c:null;return{name:n,rising:s,kind:t?"by":"",value:({run:p})=>r[p],
clicked:t?void 0:()=>{H({measure:e,sort:""},{section:"leaderboard"}),z(`Leaderboard by ${n}`)},cell:({run:p})=>{let[m,u]=[r[p],g.subset?null:f.errors[e][p]],h=m!==
null&&m===l?d`<strong>${w(m,o)}</strong>`:w(m,o);return u===null?h:[h,d`<span class="caption" title=${us}> ± ${w(u,o)}</span>`]}}}function ms(e){return zo.filter(
({of:t})=>t(f.runs[e])).map(({sign:t,of:n})=>d`<sup title=${n(f.runs[e])}>${t}</sup>`)}function hs(){return zo.flatMap(({sign:e,says:t,of:n})=>{let o=f.runs.filter(
i=>n(i)),s=o.slice(0,5).map((i,a)=>[a?", ":"",W(i.name),` (${n(i)})`]),r=o.length>5?` and ${o.length-5} more`:"";return o.length?[[`${e} ${t}: `,...s.flat(),r]]:
[]})}function $s(e,t){let n=ie(e),o=M(e),{summary:s,lower_is_better:r}=f.measures[e],i=!n&&!f.not_compared&&!t&&!g.subset,a=n?n.notes:[`${o}: ${s} over topics; ${ye()}`,
g.subset?d`<strong>${qe(o)}</strong>`:qe(o)],c=[[!n&&t,`interval: ${f.measures[e].interval}`],[i,`there are no intervals: ${o} is no mean, or not all runs have \
the same topics`],[Ve(n),`rank, ${o}: ${s} over the topics of each run; everything else is of the mean`],[!n&&r,`${o}: less is better`],[!g.subset&&f.errors[e].
some(l=>l!==null),`±, and the thick part of intervals: the standard error that the sample of judgments leaves in ${o} on these topics; intervals hold it and th\
at of the topics`],[f.runs.length>1,"bold: the best value of each measure, counts aside"]];return[...a,...c.filter(([l])=>l).map(([,l])=>l),...hs(),...f.refused?
[["refused and not listed: ",d`<a href="#about">${x(f.refused,"run")}</a>`]]:[]]}var _n=()=>window.innerWidth<1e3?128:320;function gs(e,t){let n=t.filter(({low:a})=>a!=
null);if(!n.length)return null;let[o,s]=Se(e),[r,i]=[Math.max(o,Math.min(...n.map(({low:a})=>a))),Math.min(s,Math.max(...n.map(({high:a})=>a)))];return Pe(r,i>r?
i:r+1,4,_n()-4,5)}function _s(){let e=pt().map(t=>({name:t,values:Ce(t)})).filter(({values:t})=>t.length>1);return e.length?d`<details class="data"><summary>Choose ${e.
map(({name:t})=>t==="group"?"groups":t).join(", ")}</summary>
    ${e.map(({name:t,values:n})=>{let o=s=>s.startsWith(`${t}:`);return d`<${at} title=${t==="group"?"Groups":t} items=${n.map(s=>({key:`${t}:${s}`,name:s}))}
        checked=${g.only.filter(o)} changed=${s=>{H({only:[...g.only.filter(r=>!o(r)),...s].sort()})}} />`})}</details>`:null}function bs({columns:e}){let t=e.filter(
({key:o})=>o),n=o=>{let s=t.filter(({key:r,rare:i})=>o.has(r)===!!i).map(({key:r})=>String(r));H({columns:[...g.columns.filter(r=>!t.some(i=>i.key===r)),...s].sort()})};
return d`<details class="data"><summary>Choose columns</summary>
    <${at} title="Columns" items=${t} checked=${t.filter(Go).map(({key:o})=>o)} changed=${n} /></details>`}function vs(e){let t=e.findIndex(({name:s})=>s===g.sort.
replace(/^-/,""));if(t>=0)return{column:t,ascending:!g.sort.startsWith("-")};let n=e.findIndex(({kind:s})=>s&&s.split(" ").includes("by")),o=n>=0?n:e.findIndex(
({name:s})=>s==="rank");return{column:o,ascending:!!e[o].rising}}function ws(){let[e,t]=E(""),n=ae(null);return Q(()=>{let o=n.current.nextElementSibling,s=()=>{
let{right:i}=o.getBoundingClientRect(),a=[...o.querySelectorAll("thead th")].filter(c=>c.getBoundingClientRect().right>i+8);o.classList.toggle("cut",a.length>0),
t(a.map(c=>c.querySelector("button").textContent).join(", "))};o.addEventListener("scroll",s,{passive:!0});let r=new ResizeObserver(s);for(let i of[o,o.firstChild])
r.observe(i)},[]),d`<p class="caption more" hidden=${!e} ref=${n}>Further to the right: ${e} →</p>`}function ys({measure:e}){let t=go(e),n=t.filter(({run:h})=>je(
h)),o=gs(e,t),s=fs(e,o),r=de(),i=s.filter(Go),a=_o(e),c=[{d:"M1 0h14v12h-14z",class:"near-band"},a&&a.run>=0?`are not shown to differ from ${f.runs[a.run].name}`:
f.words.best.not_shown],l=f.runs.map(h=>h.averaged),[p,m]=[Math.min(...l),Math.max(...l)],u=`${n.length} of ${x(t.length,"run")}`;return Q(()=>z(u),[g.filter,g.
only]),d`
    ${p<m&&d`<p class="warning">Averaged over ${x(p,"topic",m)}: the runs are not comparable.</p>`}
    <${ee}>
      <${st} words="Filter by run or group" value=${g.filter} changed=${h=>H({filter:h},{again:!0})} />
      ${f.boards.length>0&&d`<${ne} words="Shade runs that" name="against" options=${[[-1,f.words.best.not_shown],...tt().map(([h,_])=>[h,`are not shown to diff\
er from ${_}`])]} />`}
      ${pt().length>1&&d`<${ne} words="Colour by" name="colour" options=${pt().map(h=>[h,h])} value=${r.name} />`}
      <span class="caption">${u}</span>
    <//>
    <${ee}><${_s} /><${bs} columns=${s} /><//>
    <${se} listed=${[...o?Te(r):[],...a?[c]:[]]} />
    <${ws} />
    <${$e} columns=${i} rows=${n} sorted=${vs(i)} kind="frozen" empty="No run has these words."
      title="Leaderboard by ${M()}${g.subset&&`, ${x(G().length,"topic")}${ce()}`}"
      sortedBy=${({name:h},_)=>H({sort:`${_?"":"-"}${h}`},{section:"leaderboard"})}
      rowAttributes=${({run:h})=>({key:h,class:a&&a.runs.has(h)?h===a.run?"near reference":"near":null})} />
    ${a&&d`<p class="caption">${bo(a)}.</p>`}
    <details class="data" open><summary>How this was computed</summary><ul class="notes">${$s(e,o).map(h=>d`<li>${h}</li>`)}</ul></details>`}te({id:"leaderboard",
title:"Leaderboard",order:10},()=>{let{measure:e,filter:t,only:n,against:o,columns:s,sort:r,subset:i,colour:a}=g;return F(()=>d`<${ys} measure=${e} />`,[e,t,n,o,
s,r,i,a])});var bn=["auto","light","dark"];function xs(){let e=Z("theme"),t=0;e.hidden=!1,e.addEventListener("click",()=>{t=(t+1)%bn.length,document.documentElement.dataset.
theme=bn[t],e.textContent=`Theme: ${bn[t]}`})}function Ko(e,t=()=>{}){document.addEventListener("unpacked",n=>{xs();for(let o of document.querySelectorAll(".ver\
dict, nav ul"))rt(o,"a");e(n.detail),document.documentElement.dataset.ready="yes",t()},{once:!0})}var[Jo,Xo]=["var(--hue-0)","var(--hue-1)"];function ks(e,t,n){let{digits:o}=f.measures[e];return G().map(s=>({topic:s,row:f.values[e][s]})).filter(({row:s})=>s[t]!==
null&&s[n]!==null).map(({topic:s,row:r})=>({topic:s,difference:(Number(r[t])-Number(r[n]))/(o?f.unit:1)}))}function Ms(e,t,n){let o=n.reduce((r,i)=>r+i,0)/n.length,
s=n.reduce((r,i)=>r+(i-o)**2,0);return Le(e)||s<1e-12?0:t.quantile*Math.sqrt(s/(n.length-1)/n.length)}function Os(e,t,n,o){let s=o.filter(({difference:$})=>D(e,
$)>0).length,r=o.filter(({difference:$})=>D(e,$)<0).length,i=[t,n].map($=>Number(nt(e,$,o.map(({topic:b})=>b)))),a=ie(e),[c,l,p]=a?[a.p,a.corrected,a.errors].map(
$=>co(a,t,n,$)):[null,null,null],m=a&&Ms(e,a,o.map(({difference:$})=>$)),u=[...m?[[`${Tt()} interval`,[-1,1].map($=>ve(i[0]-i[1]+$*m)).join(" to ")]]:[],...c===
null?[]:[["p of this pair",Qt(c)]],...a&&l!==null?[[`p among all ${a.corrected.length.toLocaleString("en")} pairs`,Qt(l)]]:[],...p===null?[]:[["standard error o\
f the sample",w(p)]]],h=[Le(e)?"geometric mean":"mean","difference","topics won","topics tied",...u.map(([$])=>$)],_=($,b,y,v)=>[K("run",$),w(b),ve(b-y),String(
v),String(o.length-s-r),...u.map(([,O])=>O)];return d`<${me} title="${M(e)} of both runs over ${x(o.length,"topic")}" few=${!0}
    heads=${[["run","text"],...h.map($=>[$,"number"])]} rows=${[_(t,i[0],i[1],s),_(n,i[1],i[0],r)]} />`}function Yo(e,t,n,o){let[s,r]=[t,n].map(i=>U(Me(f.runs[i].
name,o)));return ze("difference",{measure:M(e),run:s,other:r})}function Ss(e,t,n,o){let{digits:s,lower_is_better:r}=f.measures[e],i=Yo(e,t,n,20),a=Math.max(...o.
map(({difference:u})=>Math.abs(u)))||1,[c,l]=et(-a,a,7),p=Math.max(0,Math.ceil(-Math.log10(l-c)-1e-9)),m=(u,h)=>`${U(f.runs[u].name)} ${w(V(e,h,u),s)}`;return{title:i.
title,description:`Bars ${r?"below zero are gains, bars above":"above zero are gains, bars below"} are losses.`,axis:{label:i.x,low:-a,high:a,most:7,words:u=>ve(
u,p)},height:318,marks:[{kind:"bar",of:u=>o[u].difference?[0,o[u].difference]:null,colour:u=>D(e,o[u].difference)>0?Jo:Xo}],lines:[[0,"axis"]],...ct(o,({topic:u,
difference:h})=>`${m(t,u)}
${m(n,u)}
difference ${ve(h,s)}`)}}function Cs(e,t){let n=e&&(e.p?"p of this pair: by itself, for two runs chosen beforehand":"p of this pair alone: by the command of thi\
s section");return e?`${e.test}, two-sided; ${n}; p among all pairs: corrected together; ${e.over.join("; ")}`:!g.subset&&qe(M(t))}function js(e,t,n){let o=ks(e,
t,n);if(t===n||!o.length)return d`<p>${t===n?"Choose two different runs.":"No topic was evaluated for both runs."}</p>`;let s=g.pair_by==="topic"?o:B(o.length,l=>D(
e,o[l].difference)).map(l=>o[l]),[r,i]=[t,n].map(l=>U(Me(f.runs[l].name,40))),a=ie(e),c=(l,p)=>[{fill:l,d:"M3 0h10v12h-10z"},p];return d`${Os(e,t,n,o)}
    ${!a&&g.subset&&d`<p class="warning">${qe(M(e))}</p>`}
    <${se} listed=${[c(Jo,`above zero: ${r} is better`),c(Xo,`below zero: ${i} is better`)]} />
    <${Be} figure=${Ss(e,t,n,s)} />
    ${A(Yo(e,t,n,40).x,`${x(o.length,"topic")}${ce()} that both were evaluated on`,f.dialect&&`dialect ${f.dialect}`,"tied: equal in all decimals shown",Cs(a,e))}
    <${re} title="${M(e)} of both runs" heads=${["topic",f.runs[t].name,f.runs[n].name,"difference"]}
      rows=${()=>s.map(({topic:l,difference:p})=>[f.topics[l].id,...[t,n].map(m=>V(e,l,m)),p])} />`}te({id:"pair",title:"Two runs",order:40},()=>{let{measure:e,
run:t,other:n,subset:o,pair_by:s}=g,r=F(()=>js(e,t,n),[e,t,n,o,s]),i=()=>{H({run:n,other:t}),z(`${f.runs[n].name} compared with ${f.runs[t].name}`)};return f.runs.
length<2?d`<p>There is one run only: nothing to compare it with.</p>`:d`<${ee}><${ne} words="Run" name="run" options=${tt()} />
      <${ne} words="Compared with" name="other" options=${tt()} /><${X} pressed=${i}>Swap<//>
      <${ne} words="Topics by" name="pair_by" options=${[["gain","difference, largest gain first"],["topic","topic"]]} /><//>
    <div>${r}</div>`});function Zo(e,t,n){return{value:t[n],rank:en(e,t,n),...jt(e,t)}}te({id:"participants",title:"Participants",order:90},()=>{let{run:e,measure:t,subset:n}=g,[o,s]=E(
""),r=l=>[...f.runs.keys()].filter(p=>!l||f.runs[p].group===l);r(o).includes(e)||s("");let i=Ce("group"),a=l=>{s(l),r(l).includes(e)||H({run:r(l)[0]})},c=[[Ts],
[Ns,t,n],[Es,t,n],[Rs,n],[Is],[Hs,n],[Ps]];return d`<${ee}>
      ${i.length>0&&d`<${Ue} words="Group" value=${o} changed=${a} options=${[["","all groups"],...i.map(l=>[l,l])]} />`}
      <${Ue} words="Run" options=${r(o).map(l=>[l,f.runs[l].name])} value=${e}
        changed=${l=>H({run:Number(l)})} /><//>
    ${c.map(([l,...p])=>F(()=>d`<div>${l(e,t)}</div>`,[e,...p]))}`});function Ts(e){let{name:t,group:n,retrieved:o,averaged:s}=f.runs[e],r=[...f.runs.keys()].filter(
i=>n&&i!==e&&f.runs[i].group===n);return d`<h3>${W(t)}</h3>
    <p class="facts">${ft().filter(i=>fe(i,e)).map(i=>d`${i} ${W(fe(i,e))} · `)}${x(o,"document")} retrieved · ${x(s,"topic")} evaluated${r.length>0&&d` · other runs of the group: ${r.
map((i,a)=>d`${a>0&&", "}${K("run",i)}`)}`}</p>`}function Ns(e,t){let n=f.measures.map(({digits:o},s)=>{let{value:r,rank:i,best:a,bestRun:c,median:l,worst:p}=Zo(
s,f.runs.map((m,u)=>ue(s,u)),e);return[M(s)+(s===t?" (chosen)":""),w(r,o),i,w(a,o),K("run",c),w(l,o),w(p,o)]});return d`<${me} title="The run by every measure" rows=${n} heads=${[
["measure","text"],["value","number"],["rank","number"],["best","number"],["best run","text"],["median","number"],["worst","number"]]} />
    ${A("Best, median and worst of all runs; equal values share the best of their ranks",ye(!1))}`}function As(e,t){return G().map(n=>({topic:n,...Zo(t,he(t,n),
e)})).filter(({value:n})=>n!==null).map(n=>({...n,difference:Number(n.value)-Number(n.median)})).sort((n,o)=>D(t,o.difference-n.difference)||n.topic-o.topic)}function Es(e,t){
let{digits:n,lower_is_better:o}=f.measures[t],s=As(e,t);if(!s.length)return d`<p>The run was not evaluated on any topic.</p>`;let r=M(t),i=s.filter(({difference:$})=>D(
t,$)<0).reverse(),a=s.filter(({difference:$})=>D(t,$)>0),[c,l]=o?["below","above"]:["above","below"],p=$=>w($,n),m=i.slice(0,10).map(({topic:$,value:b,median:y,
difference:v,rank:O})=>[K("topic",$),W(f.topics[$].title||"–"),p(b),p(y),ve(v,n),O]),[u,h]=Se(t),_={title:`${r} of the run on ${x(s.length,"topic")}`,description:"\
Between the worst and the best run of each topic, with the median.",axis:{label:r,low:u,high:h},height:260,marks:[{kind:"bar",class:"reach",half:6,of:$=>[s[$].worst,
s[$].best]},{kind:"tick",half:6,of:$=>s[$].median},{kind:"point",of:$=>s[$].value}],...ct(s,({value:$,rank:b,best:y,bestRun:v,median:O,worst:I,difference:k})=>`\
the run ${p($)}, rank ${b}
median ${p(O)}, difference ${ve(k,n)}
best ${p(y)}: ${U(f.runs[v].name)}
worst ${p(I)}`)};return d`<h3>${r} by topic</h3>
    <${se} listed=${[[{d:"M8 1a5 5 0 1 0 .1 0z",class:"own"},"the run"],[{d:"M2 6H14",class:"median"},"median of all runs"],[{d:"M5 0h6v12h-6z",class:"reach"},"\
from the worst to the best run"]]} />
    <${Be} figure=${_} />
    ${A("Topics by the difference to the median, the largest gain first",`${c} the median on ${a.length} and ${l} it on ${i.length} of ${x(s.length,"topic")}`,ye(
!1))}
    <${re} title="${r} of the run by topic" heads=${["topic","value","rank","best","median","worst","difference to the median"]}
      rows=${()=>s.map(({topic:$,value:b,rank:y,best:v,median:O,worst:I,difference:k})=>[f.topics[$].id,p(b),y,p(v),p(O),p(I),ve(k,n)])} />
    ${m.length?d`<h3>Furthest ${l} the median</h3>
      <${me} title="Topics furthest ${l} the median by ${r}" rows=${m} heads=${[["topic","text"],["title","text"],["value","number"],["median","number"],["diffe\
rence","number"],["rank","number"]]} />`:d`<p>The run is ${l} the median on no topic.</p>`}`}var Qo=[["var(--hue-0)",""],["var(--hue-1)","M0 3H6"],["var(--hue-4\
)","M0 0L6 6M0 6L6 0"]];function Ls(e){let{measure:t,perfect:n,missed:o,unjudged:s}=f.losses;return G().flatMap(r=>{let i=f.values[t][r][e],a=o[r][e];if(i===null||
a===null)return[];let c=n[r]-i,l=[a,c-a-s[r][e],s[r][e]];return[{topic:r,value:i/f.unit,total:c/f.unit,parts:l.map(p=>p/f.unit)}]})}function vn(e){return w(e!==
null&&Math.abs(e)<5e-4?0:e,3)}function Rs(e){let t=d`<h3>Where the loss comes from</h3>`;if(!f.losses)return d`${t}<p>Not known: losses are computed from the runs themselves, which results do not have, by a measure with a perfect value.</p>`;
let n=Ls(e).sort((c,l)=>l.total-c.total||c.topic-l.topic);if(!n.length)return d`${t}<p>The run was not evaluated on any topic.</p>`;let{parts:o,measure:s}=f.losses,
r=M(s),i=Number(Ee(n.map(c=>c.total))),a=[...o.map((c,l)=>Number(Ee(n.map(p=>p.parts[l])))),i];return d`${t}
    <${me} title="The mean loss in ${r} and its parts" few=${!0} heads=${[["part","text"],["loss","number"],["share","number"]]}
      rows=${a.map((c,l)=>[o[l]||"all",w(c,3),i>0?De(c/i):"–"])} />
    <${se} listed=${o.map((c,l)=>[{d:"M0 0H16V12H0Z",fill:`url(#loss-${l})`},c])} />
    <${Be} figure=${Bs(r,n)} />
    ${A(`Loss in ${r} against a perfect ranking, over ${x(n.length,"topic")}${ce()}, the largest first; it does not follow the measure chosen above`,"missed: re\
levant documents that the run does not retrieve","ranked low: relevant documents below non-relevant ones","unjudged on top: unjudged documents above judged ones",
"the parts add up to the loss",n.some(c=>c.parts.some(l=>l<-5e-4))&&"parts below 0 are not drawn")}
    <${re} title="Losses in ${r}" heads=${["topic",r,"loss",...o]} rows=${()=>n.map(({topic:c,value:l,total:p,parts:m})=>[f.topics[c].id,w(l),...[p,...m].map(vn)])} />`}
function Bs(e,t){let{parts:n}=f.losses,o=(s,r)=>t[s].parts.slice(0,r).reduce((i,a)=>i+Math.max(0,a),0);return{title:`Loss in ${e} on ${x(t.length,"topic")}`,description:"\
Each bar is divided into what is missed, ranked low, and unjudged on top.",axis:{label:"loss",low:0,high:Math.max(...t.map(({total:s})=>s),.01)},marks:Qo.map((s,r)=>({
kind:"bar",colour:()=>`url(#loss-${r})`,of:i=>t[i].parts[r]>0?[o(i,r),o(i,r+1)]:null})),defs:Qo.map(([s,r],i)=>d`<pattern id="loss-${i}" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0 0H6V6H0Z" fill=${s} />
      <path d=${r} stroke="var(--ground)" stroke-width="1.4" fill="none" /></pattern>`),...ct(t,({value:s,total:r,parts:i})=>[`${e} ${w(s)}, loss ${vn(r)}`,...n.
map((a,c)=>`${a} ${vn(i[c])}`)].join(`
`))}}function Is(e){let t=d`<h3>Relevant documents missed that others rank high</h3>`;if(!f.missed)return d`${t}<p>Not known: results do not have the documents of the runs.</p>`;
let n=f.runs.length-1,o=f.missed[e].map(([s,r,i,a,c,l])=>[K("topic",s),Rt(r),Lt(i),a===null?"not retrieved":String(a),`${c} of ${n}`,String(l)]);return o.length?
d`${t}
    <${me} title="Relevant documents missed" rows=${o} heads=${[["topic","text"],["document","prose"],["judgment","text"],["own rank","number"],["others","numbe\
r"],["best rank","number"]]} />
    ${A("Not retrieved, or beyond rank 100; others: how many of the other runs have the document within rank 10","the ten that most others have, over all topics",
"best rank: the highest in any other run")}`:d`${t}<p>${n?"None: what other runs have within rank 10, this run has within rank 100.":"There is no other run."}</p>`}
function Fs(e){let{topics:t}=f.first;return G().flatMap(n=>t[n].runs[e].map((o,s)=>({topic:n,doc:t[n].docs[o],grade:t[n].grades[o],rank:s+1,others:hn(n)[o]-1}))).
filter(({grade:n})=>n>=0&&n<Number(f.relevance_level)).sort((n,o)=>n.rank-o.rank||n.others-o.others||n.topic-o.topic)}function Hs(e){let t=d`<h3>Non-relevant documents ranked first</h3>`;
if(!f.first)return d`${t}<p>Not known: results do not have the documents of the runs.</p>`;let{depth:n}=f.first,o=Fs(e);if(!o.length)return d`${t}<p>None within rank ${n} of any topic.</p>`;
let s=(r,i=o.length)=>d`<${me} title=${r} heads=${[["topic","text"],["document","prose"],["rank","number"],["judgment","text"],["others","number"]]} rows=${o.slice(
0,i).map(({topic:a,doc:c,rank:l,grade:p,others:m})=>[K("topic",a),Rt(c),String(l),Lt(p),`${m} of ${f.runs.length-1}`])} />`;return d`${t}${s("Non-relevant docum\
ents ranked first",10)}
    ${o.length>10&&d`<${rn} words="All ${o.length} non-relevant documents" make=${()=>s("All non-relevant documents")} />`}
    ${A(`Judged not relevant, within rank ${n}${g.subset&&" of a topic"}${ce()}; the first ranks first`,`others: how many of the other runs have the document wi\
thin rank ${n}`)}`}function Ps(e){let t=f.runs[e],{unjudged:n}=f,o=cn.filter(({of:r})=>r(t)).map(({name:r,cell:i})=>[r,i(t)]);for(let[r,i]of Object.entries({missing:t.
missing,"left out":t.left_out,"without judgments":t.extra}))i.length&&o.push([`the topics ${r}`,d`<bdi>${i.join(", ")}</bdi>`]);let s=n?[["unjudged",n.cutoffs.map(
(r,i)=>`${De(n.share[e][i])} of the first ${r}`).join(", ")]]:[];return d`<h3>What was noticed</h3>
    <dl class="known">${[...s,...o].map(([r,i])=>d`<dt>${r}</dt><dd>${i}</dd>`)}</dl>
    ${!o.length&&d`<p>No ties, repairs, findings or warnings; the run answers exactly the judged topics.</p>`}`}function Ds(e){let t=e.cloneNode(!0);for(let o of t.querySelectorAll("sup, svg, .ends"))o.remove();let n=(t.textContent||"").trim().replace(/\s+/g," ");return n===
"–"?"":n.replace(/^−(?=[\d.])/,"-")}async function er(e){return e.dispatchEvent(new Event("whole")),await null,[...e.rows].map(t=>[...t.cells].map(Ds))}var or=e=>/^[-+]?\d[\d,]*(\.\d+)?(e[-+]?\d+)?( %)?$/.
test(e);function tr(e){return/^[=+@\t-]/.test(e)&&!or(e)?`'${e}`:e}function Ws(e){let t={"\\":"\\textbackslash{}","~":"\\textasciitilde{}","^":"\\textasciicircum\
{}","<":"\\textless{}",">":"\\textgreater{}","–":"--","−":"$-$"};return e.replace(/[\\~^<>–−]|[&%$#_{}]/g,n=>t[n]||`\\${n}`).replace(/^-(?=\d)/,"$-$")}var qs={
TSV:["tsv",e=>e.map(t=>t.map(tr).join("	")).join(`
`)],CSV:["csv",e=>e.map(t=>t.map(tr).map(n=>/[",\n]/.test(n)?`"${n.replaceAll('"','""')}"`:n).join(",")).join(`
`)],Markdown:["md",([e,...t])=>[e,nr(t,e.length,"---","--:"),...t].map(n=>`| ${n.map(o=>o.replaceAll("\\","\\\\").replaceAll("|","\\|")).join(" | ")} |`).join(`\

`)],LaTeX:["tex",([e,...t])=>[`\\begin{tabular}{${nr(t,e.length,"l","r").join("")}}`,"\\toprule",...[e,...t].map((n,o)=>`${n.map(Ws).join(" & ")} \\\\${o?"":" \\\
midrule"}`),"\\bottomrule","\\end{tabular}"].join(`
`)]};function nr(e,t,n,o){let s=r=>e.every(i=>!i[r]||or(i[r]))&&e.some(i=>i[r]);return Array.from({length:t},(r,i)=>s(i)?o:n)}var Us=["fill","fill-opacity","str\
oke","stroke-width","stroke-dasharray","stroke-linejoin","opacity","font-size","font-family","font-weight","text-anchor","display"];function rr(e){let t=e.cloneNode(
!0),{width:n,height:o}=e.viewBox.baseVal,s=[e,...e.querySelectorAll("*")];[t,...t.querySelectorAll("*")].forEach((a,c)=>{let l=getComputedStyle(s[c]);a.removeAttribute(
"class"),a.setAttribute("style",Us.map(p=>`${p}:${l.getPropertyValue(p).replaceAll('"',"'")}`).join(";"))});let r=document.createElementNS("http://www.w3.org/20\
00/svg","rect"),i=getComputedStyle(document.body).backgroundColor;for(let[a,c]of Object.entries({width:n,height:o,fill:i}))r.setAttribute(a,String(c));return t.
prepend(r),t.querySelectorAll(".mark").forEach(a=>a.remove()),t.setAttribute("xmlns","http://www.w3.org/2000/svg"),t.setAttribute("width",String(n)),t.setAttribute(
"height",String(o)),new XMLSerializer().serializeToString(t)}async function Vs(e){let{width:t,height:n}=e.viewBox.baseVal,o=new Image(t,n);o.src=`data:image/svg\
+xml;charset=utf-8,${encodeURIComponent(rr(e))}`,await o.decode();let s=Object.assign(document.createElement("canvas"),{width:3*t,height:3*n});return s.getContext(
"2d").drawImage(o,0,0,3*t,3*n),new Promise(i=>{s.toBlob(a=>i(a),"image/png")})}function wn(e,t,n){let o=`${e.toLowerCase().replace(/[^\p{L}\p{N}@]+/gu,"-").slice(
0,60)}.${t}`,s=Object.assign(document.createElement("a"),{href:URL.createObjectURL(n),download:o});s.click(),setTimeout(()=>URL.revokeObjectURL(s.href),1e4),z(`${o}\
 saved`)}async function sr(e,t){try{await navigator.clipboard.writeText(t)}catch{let n=document.body.appendChild(Object.assign(document.createElement("textarea"),
{className:"hidden",value:t}));n.select(),document.execCommand("copy"),n.remove()}z(`${e} copied`)}function zs({table:e}){let t=e.caption?.textContent||"";return d`<li>Table: ${t} ${Object.
entries(qs).map(([n,[o,s]])=>d`
    <${X} pressed=${async()=>sr(n,s(await er(e)))}>Copy ${n}<//>
    <${X} pressed=${async()=>wn(t,o,new Blob([`${s(await er(e))}
`],{type:"text/plain"}))}>.${o}<//>`)}</li>`}function Gs({svg:e}){let t=(e.getAttribute("aria-label")||"").split(". ")[0];return d`<li>Figure: ${t} <${X} pressed=${()=>wn(
t,"svg",new Blob([rr(e)],{type:"image/svg+xml"}))}>Save SVG<//>
    <${X} pressed=${async()=>wn(t,"png",await Vs(e))}>Save PNG<//></li>`}function Ks({content:e,commandOf:t}){let[n,o]=E(!1),[,s]=E({}),r=we("button");Q(()=>{if(!n)
return;let a=new MutationObserver(()=>s({}));return a.observe(e,{childList:!0,characterData:!0,attributeFilter:["aria-label"],subtree:!0}),()=>a.disconnect()},[
n]),Q(()=>{if(n)for(let a of e.querySelectorAll("details.data"))a.dispatchEvent(new Event("fill"))});let i=t();return d`<button type="button" aria-expanded=${String(
n)} onClick=${()=>o(!n)}>Copy or save</button>
    <ul class="take" hidden=${!n} ref=${r}>${n&&d`
      ${[...e.querySelectorAll("svg.figure[aria-label]:not(.above)")].map(a=>d`<${Gs} svg=${a} />`)}
      ${[...e.querySelectorAll("table")].map(a=>d`<${zs} table=${a} />`)}
      ${i&&d`<li>In a terminal: <code>${i}</code> <${X} pressed=${()=>sr("Command",i)}>Copy<//></li>`}`}</ul>`}function ir(e,t=()=>""){let n=Object.assign(document.
createElement("div"),{className:"taking"});e.before(n),Ae(d`<${Ks} content=${e} commandOf=${t} />`,n)}function Js(e,t){let n=he(e,t),[o,s]=[.25,.75].map(r=>be(n,r));return{topic:t,...f.topics[t],...jt(e,n),spread:o===null||s===null?null:s-o}}function Xs(){let{digits:e}=f.
measures[g.measure],t=o=>({name:o,digits:0,value:s=>s[o]}),n=(o,s="")=>({name:o,help:s,digits:e,value:r=>r[o]});return[{name:"topic",text:!0,value:({id:o})=>o,cell:({
topic:o})=>K("topic",o)},...f.topics.some(({title:o})=>o)?[{name:"title",text:!0,value:({title:o})=>o,cell:({title:o})=>o&&W(o)}]:[],t("judged"),t("relevant"),n(
"best"),{name:"best run",text:!0,value:({bestRun:o})=>f.runs[o].name,cell:({bestRun:o})=>K("run",o)},n("median","the worse, the harder the topic"),n("worst"),n(
"spread","third quartile minus first quartile of all runs")]}te({id:"topics",title:"Topics",order:80},()=>{let{measure:e,subset:t}=g,[n,o]=E(""),s=G(),i=F(()=>s.
map(c=>Js(e,c)),[e,t]).filter(({id:c,title:l,description:p,narrative:m})=>it(n,[c,l,p,m])),a=c=>()=>{let l=s.indexOf(g.topic)+(s.includes(g.topic)?c:Math.max(c,
0));H({topic:s[(l+s.length)%s.length]}),z(`Topic ${f.topics[g.topic].id}`)};return d`<${ee}><${st} words="Filter topics" value=${n} changed=${o} />
      <${X} pressed=${a(-1)}>Previous topic<//><${X} pressed=${a(1)}>Next topic<//><//>
    <${$e} columns=${Xs()} rows=${i} title="Topics and their difficulty" sorted=${{column:0,ascending:!0}} kind="short"
      empty="No topic has these words."
      rowAttributes=${({topic:c})=>c===g.topic?{class:"chosen","aria-current":"true"}:{}} />
    <p class="caption" role="status">${i.length} of ${x(f.topics.length,"topic")}; best, median and worst of ${x(f.runs.length,"run")} by ${M()}; the ${f.measures[e].
lower_is_better?"higher":"lower"} the median, the harder
      the topic; spread: between the quartiles of the runs.</p>
    <div><${Ys} /></div>
    <div>${f.first?d`<${Wo} />`:A("Which documents the runs found is not known: this page was made from results without the runs themselves")}</div>`});function Ys(){
let{measure:e,topic:t,run:n,filter:o,only:s,colour:r}=g,{id:i,title:a,description:c,narrative:l,judged:p,relevant:m}=f.topics[t],u=[["Description",c],["Narrativ\
e",l]].filter(([,_])=>_),h=p===null?null:`${x(p,"document")} judged, ${m} of them relevant`;return d`<h3 id="topic-panel">Topic ${W(i)}${a&&d`: <bdi>${a}</bdi>`}</h3>
    <p class="facts">${[h,!G().includes(t)&&`not a topic${ce()}`].filter(Boolean).join("; ")}</p>
    ${u.map(([_,$])=>d`<p class="prose"><strong>${_}: </strong><bdi>${$}</bdi></p>`)}
    ${F(()=>Qs(e,t),[e,t,n,o,s,r])}`}function Qs(e,t){let{digits:n}=f.measures[e],o=de(),s=pe().filter(u=>V(e,t,u)!==null),r=B(s.length,u=>D(e,V(e,t,s[u]))).map(
u=>s[u]);if(!r.length)return d`<p>No run was evaluated on this topic.</p>`;let i=r.map(u=>Number(V(e,t,u))),a=r.map(u=>f.runs[u].name),[c,l]=Se(e),p=r.indexOf(g.
run),m={title:`${M(e)} of every run on topic ${f.topics[t].id}`,names:a,most:14,height:182,axis:{label:M(e),low:c,high:l},description:`From ${w(i[0],n)} to ${w(
i[i.length-1],n)}, median ${w(le(i),n)}.`,marks:[{kind:"bar",of:u=>[0,i[u]],colour:u=>o.ofRun(r[u])}],lines:[[0,"axis"],[Number(le(i)),"median"]],pointed:p<0?void 0:
[p,Math.max(0,i[p])],item:"run",open:u=>lt("run",r[u]),words:u=>`${U(a[u])}
${M(e)} ${w(i[u],n)}, rank ${We(e,t,r[u])}`};return d`<${Be} figure=${m} />
    <${se} listed=${[...Te(o),[{d:"M3 1h10l-5 9z",fill:"var(--text)"},`${U(f.runs[g.run].name)}, the chosen run`],[{d:"M0 6H16",class:"median"},"median"]]} />
    ${A(`${M(e)} of ${r.length<f.runs.length?`${r.length} of `:""}${x(f.runs.length,"run")} on this topic, the best first`,f.dialect&&`dialect ${f.dialect}`)}
    <${re} title="${M(e)} on this topic" heads=${["run","group","value"]}
      rows=${()=>r.map((u,h)=>[W(a[h]),W(f.runs[u].group),w(i[h],n)])} />`}function Zs(e){let[t,n]=[g.run,g.other].map(i=>ot(f.runs[i].name)),o=`-m ${ot(M())}`,[s,r]={leaderboard:["report leaderboard",o],pair:["compare runs",`${t} ${n}\
 ${o}`],topics:["report topics",`${o} --run ${t}`],participants:["diagnose",`--run ${t}`],quality:["diagnose","--part runs"]}[e]||["report figures",`--output fi\
gures ${o}`];return tn(s,r)}function ei(){return d`<${ne} words="Measure" name="measure" options=${ao()} />`}function ti(){let e=Object.keys(f.subsets),t=pe().length;
return d`
    ${e.length>0&&d`<${ne} words="Topics" name="subset" options=${[["","all"],...e.map(n=>[n,n])]} />`}
    ${t<f.runs.length&&d`<${X} pressed=${()=>H({filter:"",only:[]})}>${t} of ${x(f.runs.length,"run")}: show all<//>`}`}function ni(){return g.subset&&d`<p>In brief, as the task compares the runs, not over the chosen topics alone:</p>`}
function oi(e,t){let n=Object.assign(document.createElement("a"),{href:`#${e}`,textContent:t});document.querySelector("nav ul")?.appendChild(document.createElement(
"li")).append(n);let o=document.getElementById(e);if(o)return o;let s=Object.assign(document.createElement("section"),{id:e});return s.setAttribute("aria-labell\
edby",`${e}-title`),s.append(Object.assign(document.createElement("h2"),{id:`${e}-title`,textContent:t}),Object.assign(document.createElement("div"),{className:"\
content"})),Z("about").before(s),s}Ko(e=>{Zn(e),eo({measure:f.first_measure,other:Math.min(1,f.runs.length-1),curves:Ho().map(n=>f.runs[n].name)}),Qe(Z("measure"),
ei),Qe(Z("left"),ti);let t=document.createElement("div");document.querySelector("ul.verdict")?.before(t),Qe(t,ni);for(let{id:n,title:o,Content:s}of Yt.sort((r,i)=>r.
order-i.order).filter(({there:r})=>!r||r())){let r=oi(n,o),i=r.querySelector(".content");Qe(i,s,r),ir(i,()=>Zs(n)),rt(r,".taking > button, .data > summary")}document.
addEventListener("click",uo),window.addEventListener("hashchange",nn),oo()},nn);})();
