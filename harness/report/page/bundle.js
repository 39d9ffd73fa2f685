// Made by scripts/web/bundle.mjs of the modules in scripts/, Preact (MIT) and htm (Apache 2.0): do not edit.
(()=>{var Hn=function(e,t,n,o){var s;t[0]=0;for(var r=1;r<t.length;r++){var i=t[r++],a=t[r]?(t[0]|=i?1:2,n[t[r++]]):t[++r];i===3?o[0]=a:i===4?o[1]=Object.assign(o[1]||
{},a):i===5?(o[1]=o[1]||{})[t[++r]]=a:i===6?o[1][t[++r]]+=a+"":i?(s=e.apply(a,Hn(e,a,n,["",null])),o.push(s),a[0]?t[0]|=2:(t[r-2]=0,t[r]=s)):o.push(a)}return o},
In=new Map;function Dn(e){var t=In.get(this);return t||(t=new Map,In.set(this,t)),(t=Hn(this,t.get(e)||(t.set(e,t=(function(n){for(var o,s,r=1,i="",a="",l=[0],c=function(f){
r===1&&(f||(i=i.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?l.push(0,f,i):r===3&&(f||i)?(l.push(3,f,i),r=2):r===2&&i==="..."&&f?l.push(4,f,0):r===2&&i&&!f?l.push(5,0,!0,
i):r>=5&&((i||!f&&r===5)&&(l.push(r,0,i,s),r=6),f&&(l.push(r,f,0,s),r=6)),i=""},d=0;d<n.length;d++){d&&(r===1&&c(),c(d));for(var p=0;p<n[d].length;p++)o=n[d][p],
r===1?o==="<"?(c(),l=[l],r=3):i+=o:r===4?i==="--"&&o===">"?(r=1,i=""):i=o+i[0]:a?o===a?a="":i+=o:o==='"'||o==="'"?a=o:o===">"?(c(),r=1):r&&(o==="="?(r=5,s=i,i=""):
o==="/"&&(r<5||n[d][p+1]===">")?(c(),r===3&&(l=l[0]),r=l,(l=l[0]).push(2,0,r),r=0):o===" "||o==="	"||o===`
`||o==="\r"?(c(),r=2):i+=o),r===3&&i==="!--"&&(r=4,l=l[0])}return c(),l})(e)),t),arguments,[])).length>1?t:t[0]}var Nt,R,Vn,Tr,Ee,Fn,zn,Gn,en,Mt,nt,Kn,on,tn,nn,Er,jt={},Ct=[],Lr=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,Tt=Array.isArray;function Ce(e,t){
for(var n in t)e[n]=t[n];return e}function rn(e){e&&e.parentNode&&e.parentNode.removeChild(e)}function sn(e,t,n){var o,s,r,i={};for(r in t)r=="key"?o=t[r]:r=="r\
ef"?s=t[r]:i[r]=t[r];if(arguments.length>2&&(i.children=arguments.length>3?Nt.call(arguments,2):n),typeof e=="function"&&e.defaultProps!=null)for(r in e.defaultProps)
i[r]===void 0&&(i[r]=e.defaultProps[r]);return Ot(e,i,o,s,null)}function Ot(e,t,n,o,s){var r={type:e,props:t,key:n,ref:o,__k:null,__:null,__b:0,__e:null,__c:null,
constructor:void 0,__v:s??++Vn,__i:-1,__u:0};return s==null&&R.vnode!=null&&R.vnode(r),r}function Et(e){return e.children}function St(e,t){this.props=e,this.context=t}function De(e,t){if(t==null)return e.__?De(e.__,e.__i+1):null;for(var n;t<e.__k.length;t++)
if((n=e.__k[t])!=null&&n.__e!=null)return n.__e;return typeof e.type=="function"?De(e):null}function Rr(e){if(e.__P&&e.__d){var t=e.__v,n=t.__e,o=[],s=[],r=Ce({},
t);r.__v=t.__v+1,R.vnode&&R.vnode(r),an(e.__P,r,t,e.__n,e.__P.namespaceURI,32&t.__u?[n]:null,o,n??De(t),!!(32&t.__u),s),r.__v=t.__v,r.__.__k[r.__i]=r,Zn(o,r,s),
t.__e=t.__=null,r.__e!=n&&Yn(r)}}function Yn(e){if((e=e.__)!=null&&e.__c!=null)return e.__e=e.__c.base=null,e.__k.some(function(t){if(t!=null&&t.__e!=null)return e.
__e=e.__c.base=t.__e}),Yn(e)}function qn(e){(!e.__d&&(e.__d=!0)&&Ee.push(e)&&!At.__r++||Fn!=R.debounceRendering)&&((Fn=R.debounceRendering)||zn)(At)}function At(){
try{for(var e,t=1;Ee.length;)Ee.length>t&&Ee.sort(Gn),e=Ee.shift(),t=Ee.length,Rr(e)}finally{Ee.length=At.__r=0}}function Jn(e,t,n,o,s,r,i,a,l,c,d){var p,f,m,$,
g,b,y=o&&o.__k||Ct,w=t.length;for(l=Br(n,t,y,l,w),p=0;p<w;p++)(m=n.__k[p])!=null&&(f=m.__i!=-1&&y[m.__i]||jt,m.__i=p,b=an(e,m,f,s,r,i,a,l,c,d),$=m.__e,m.ref&&f.
ref!=m.ref&&(f.ref&&ln(f.ref,null,m),d.push(m.ref,m.__c||$,m)),g==null&&$!=null&&(g=$),4&m.__u?(l=Xn(m,l,e),f.__e&&(f.__e=null)):typeof m.type=="function"&&b!==
void 0?l=b:$&&(l=$.nextSibling),m.__u&=-7);return n.__e=g,l}function Br(e,t,n,o,s){var r,i,a,l,c,d=n.length,p=d,f=0;for(e.__k=new Array(s),r=0;r<s;r++)(i=t[r])!=
null&&typeof i!="boolean"&&typeof i!="function"?(typeof i=="string"||typeof i=="number"||typeof i=="bigint"||i.constructor==String?i=e.__k[r]=Ot(null,i,null,null,
null):Tt(i)?i=e.__k[r]=Ot(Et,{children:i},null,null,null):i.constructor===void 0&&i.__b>0?i=e.__k[r]=Ot(i.type,i.props,i.key,i.ref?i.ref:null,i.__v):e.__k[r]=i,
l=r+f,i.__=e,i.__b=e.__b+1,a=null,(c=i.__i=Pr(i,n,l,p))!=-1&&(p--,(a=n[c])&&(a.__u|=2)),a==null||a.__v==null?(c==-1&&(s>d?f--:s<d&&f++),typeof i.type!="function"&&
(i.__u|=4)):c!=l&&(c==l-1?f--:c==l+1?f++:(c>l?f--:f++,i.__u|=4))):e.__k[r]=null;if(p)for(r=0;r<d;r++)(a=n[r])!=null&&(2&a.__u)==0&&(a.__e==o&&(o=De(a)),to(a,a));
return o}function Xn(e,t,n){var o,s;if(typeof e.type=="function"){for(o=e.__k,s=0;o&&s<o.length;s++)o[s]&&(o[s].__=e,t=Xn(o[s],t,n));return t}e.__e!=t&&(t&&e.type&&
!t.parentNode&&(t=De(e)),t=n.insertBefore(e.__e,t||null));do t=t&&t.nextSibling;while(t!=null&&t.nodeType==8);return t}function Pr(e,t,n,o){var s,r,i,a=e.key,l=e.type,c=t[n],d=c!=null&&(2&c.__u)==0;if(c===null&&a==null||d&&a==c.key&&l==c.type)return n;if(o>(d?1:0)){for(s=n-1,r=n+
1;s>=0||r<t.length;)if((c=t[i=s>=0?s--:r++])!=null&&(2&c.__u)==0&&a==c.key&&l==c.type)return i}return-1}function Wn(e,t,n){t[0]=="-"?e.setProperty(t,n??""):e[t]=
n==null?"":typeof n!="number"||Lr.test(t)?n:n+"px"}function kt(e,t,n,o,s){var r,i;e:if(t=="style")if(typeof n=="string")e.style.cssText=n;else{if(typeof o=="str\
ing"&&(e.style.cssText=o=""),o)for(t in o)n&&t in n||Wn(e.style,t,"");if(n)for(t in n)o&&n[t]==o[t]||Wn(e.style,t,n[t])}else if(t[0]=="o"&&t[1]=="n")r=t!=(t=t.replace(
Kn,"$1")),i=t.toLowerCase(),t=i in e||t=="onFocusOut"||t=="onFocusIn"?i.slice(2):t.slice(2),e.l||(e.l={}),e.l[t+r]=n,n?o?n[nt]=o[nt]:(n[nt]=on,e.addEventListener(
t,r?nn:tn,r)):e.removeEventListener(t,r?nn:tn,r);else{if(s=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&
t!="height"&&t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in e)try{e[t]=n??"";break e}catch{}
typeof n=="function"||(n==null||n===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,t=="popover"&&n==1?"":n))}}function Un(e){return function(t){if(this.l){
var n=this.l[t.type+e];if(t[Mt]==null)t[Mt]=on++;else if(t[Mt]<n[nt])return;return n(R.event?R.event(t):t)}}}function an(e,t,n,o,s,r,i,a,l,c){var d,p,f,m,$,g,b,
y,w,S,I,U,V,D,k,O,j=t.type;if(t.constructor!==void 0)return null;128&n.__u&&(l=!!(32&n.__u),r=[a=t.__e=n.__e]),(d=R.__b)&&d(t);e:if(typeof j=="function"){p=i.length;
try{if(w=t.props,S=j.prototype&&j.prototype.render,I=(d=j.contextType)&&o[d.__c],U=d?I?I.props.value:d.__:o,n.__c?y=(f=t.__c=n.__c).__=f.__E:(S?t.__c=f=new j(w,
U):(t.__c=f=new St(w,U),f.constructor=j,f.render=Hr),I&&I.sub(f),f.state||(f.state={}),f.__n=o,m=f.__d=!0,f.__h=[],f._sb=[]),S&&f.__s==null&&(f.__s=f.state),S&&
j.getDerivedStateFromProps!=null&&(f.__s==f.state&&(f.__s=Ce({},f.__s)),Ce(f.__s,j.getDerivedStateFromProps(w,f.__s))),$=f.props,g=f.state,f.__v=t,m)S&&j.getDerivedStateFromProps==
null&&f.componentWillMount!=null&&f.componentWillMount(),S&&f.componentDidMount!=null&&f.__h.push(f.componentDidMount);else{if(S&&j.getDerivedStateFromProps==null&&
w!==$&&f.componentWillReceiveProps!=null&&f.componentWillReceiveProps(w,U),t.__v==n.__v||!f.__e&&f.shouldComponentUpdate!=null&&f.shouldComponentUpdate(w,f.__s,
U)===!1){t.__v!=n.__v&&(f.props=w,f.state=f.__s,f.__d=!1),t.__e=n.__e,t.__k=n.__k,t.__k.some(function(J){J&&(J.__=t)}),Ct.push.apply(f.__h,f._sb),f._sb=[],f.__h.
length&&i.push(f),a=De(n);break e}f.componentWillUpdate!=null&&f.componentWillUpdate(w,f.__s,U),S&&f.componentDidUpdate!=null&&f.__h.push(function(){f.componentDidUpdate(
$,g,b)})}if(f.context=U,f.props=w,f.__P=e,f.__e=!1,V=R.__r,D=0,S)f.state=f.__s,f.__d=!1,V&&V(t),d=f.render(f.props,f.state,f.context),Ct.push.apply(f.__h,f._sb),
f._sb=[];else do f.__d=!1,V&&V(t),d=f.render(f.props,f.state,f.context),f.state=f.__s;while(f.__d&&++D<25);f.state=f.__s,f.getChildContext!=null&&(o=Ce(Ce({},o),
f.getChildContext())),S&&!m&&f.getSnapshotBeforeUpdate!=null&&(b=f.getSnapshotBeforeUpdate($,g)),k=d!=null&&d.type===Et&&d.key==null?eo(d.props.children):d,a=Jn(
e,Tt(k)?k:[k],t,n,o,s,r,i,a,l,c),f.base=t.__e,t.__u&=-161,f.__h.length&&i.push(f),y&&(f.__E=f.__=null)}catch(J){if(i.length=p,t.__v=null,l||r!=null){if(J.then){
for(t.__u|=l?160:128;a&&a.nodeType==8&&a.nextSibling;)a=a.nextSibling;r!=null&&(r[r.indexOf(a)]=null),t.__e=a}else if(r!=null)for(O=r.length;O--;)rn(r[O])}else t.
__e=n.__e;t.__k==null&&(t.__k=n.__k||[]),J.then||Qn(t),R.__e(J,t,n)}}else r==null&&t.__v==n.__v?(t.__k=n.__k,t.__e=n.__e):a=t.__e=Ir(n.__e,t,n,o,s,r,i,l,c);return(d=
R.diffed)&&d(t),128&t.__u?void 0:a}function Qn(e){e&&(e.__c&&(e.__c.__e=!0),e.__k&&e.__k.some(Qn))}function Zn(e,t,n){for(var o=0;o<n.length;o++)ln(n[o],n[++o],
n[++o]);R.__c&&R.__c(t,e),e.some(function(s){try{e=s.__h,s.__h=[],e.some(function(r){r.call(s)})}catch(r){R.__e(r,s.__v)}})}function eo(e){return typeof e!="obj\
ect"||e==null||e.__b>0?e:Tt(e)?e.map(eo):e.constructor!==void 0?null:Ce({},e)}function Ir(e,t,n,o,s,r,i,a,l){var c,d,p,f,m,$,g,b=n.props||jt,y=t.props,w=t.type;
if(w=="svg"?s="http://www.w3.org/2000/svg":w=="math"?s="http://www.w3.org/1998/Math/MathML":s||(s="http://www.w3.org/1999/xhtml"),r!=null){for(c=0;c<r.length;c++)
if((m=r[c])&&"setAttribute"in m==!!w&&(w?m.localName==w:m.nodeType==3)){e=m,r[c]=null;break}}if(e==null){if(w==null)return document.createTextNode(y);e=document.
createElementNS(s,w,y.is&&y),a&&(R.__m&&R.__m(t,r),a=!1),r=null}if(w==null)b===y||a&&e.data==y||(e.data=y);else{if(r=w=="textarea"&&y.defaultValue!=null?null:r&&
Nt.call(e.childNodes),!a&&r!=null)for(b={},c=0;c<e.attributes.length;c++)b[(m=e.attributes[c]).name]=m.value;for(c in b)m=b[c],c=="dangerouslySetInnerHTML"?p=m:
c=="children"||c in y||c=="value"&&"defaultValue"in y||c=="checked"&&"defaultChecked"in y||kt(e,c,null,m,s);for(c in y)m=y[c],c=="children"?f=m:c=="dangerouslyS\
etInnerHTML"?d=m:c=="value"?$=m:c=="checked"?g=m:a&&typeof m!="function"||b[c]===m||kt(e,c,m,b[c],s);if(d)a||p&&(d.__html==p.__html||d.__html==e.innerHTML)||(e.
innerHTML=d.__html),t.__k=[];else if(p&&(e.innerHTML=""),Jn(t.type=="template"?e.content:e,Tt(f)?f:[f],t,n,o,w=="foreignObject"?"http://www.w3.org/1999/xhtml":s,
r,i,r?r[0]:n.__k&&De(n,0),a,l),r!=null)for(c=r.length;c--;)rn(r[c]);a&&w!="textarea"||(c="value",w=="progress"&&$==null?e.removeAttribute("value"):$!=null&&($!==
e[c]||w=="progress"&&!$||w=="option"&&$!=b[c])&&kt(e,c,$,b[c],s),c="checked",g!=null&&g!=e[c]&&kt(e,c,g,b[c],s))}return e}function ln(e,t,n){try{if(typeof e=="f\
unction"){var o=typeof e.__u=="function";o&&e.__u(),o&&t==null||(e.__u=e(t))}else e.current=t}catch(s){R.__e(s,n)}}function to(e,t,n){var o,s;if(R.unmount&&R.unmount(
e),(o=e.ref)&&(o.current&&o.current!=e.__e||ln(o,null,t)),(o=e.__c)!=null){if(o.componentWillUnmount)try{o.componentWillUnmount()}catch(r){R.__e(r,t)}o.base=o.__P=
o.__n=null}if(o=e.__k)for(s=0;s<o.length;s++)o[s]&&to(o[s],t,n||typeof e.type!="function");n||rn(e.__e),e.__c=e.__=e.__e=void 0}function Hr(e,t,n){return this.constructor(
e,n)}function Fe(e,t,n){var o,s,r,i;t==document&&(t=document.documentElement),R.__&&R.__(e,t),s=(o=typeof n=="function")?null:n&&n.__k||t.__k,r=[],i=[],an(t,e=(!o&&
n||t).__k=sn(Et,null,[e]),s||jt,jt,t.namespaceURI,!o&&n?[n]:s?null:t.firstChild?Nt.call(t.childNodes):null,r,!o&&n?n:s?s.__e:t.firstChild,o,i),Zn(r,e,i),e.props.
children=null}Nt=Ct.slice,R={__e:function(e,t,n,o){for(var s,r,i;t=t.__;)if((s=t.__c)&&!s.__)try{if((r=s.constructor)&&r.getDerivedStateFromError!=null&&(s.setState(r.getDerivedStateFromError(
e)),i=s.__d),s.componentDidCatch!=null&&(s.componentDidCatch(e,o||{}),i=s.__d),i)return s.__E=s}catch(a){e=a}throw e}},Vn=0,Tr=function(e){return e!=null&&e.constructor===
void 0},St.prototype.setState=function(e,t){var n;n=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=Ce({},this.state),typeof e=="function"&&(e=e(Ce({},n),
this.props)),e&&Ce(n,e),e!=null&&this.__v&&(t&&this._sb.push(t),qn(this))},St.prototype.forceUpdate=function(e){this.__v&&(this.__e=!0,e&&this.__h.push(e),qn(this))},
St.prototype.render=Et,Ee=[],zn=typeof Promise=="function"?Promise.prototype.then.bind(Promise.resolve()):setTimeout,Gn=function(e,t){return e.__v.__b-t.__v.__b},
At.__r=0,en=Math.random().toString(8),Mt="__d"+en,nt="__a"+en,Kn=/(PointerCapture)$|Capture$/i,on=0,tn=Un(!1),nn=Un(!0),Er=0;var ot,z,cn,no,Rt=0,uo=[],K=R,oo=K.__b,ro=K.__r,so=K.diffed,io=K.__c,ao=K.unmount,lo=K.__;function fn(e,t){K.__h&&K.__h(z,e,Rt||t),Rt=0;var n=z.__H||(z.__H={__:[],
__h:[]});return e>=n.__.length&&n.__.push({}),n.__[e]}function N(e){return Rt=1,Dr(po,e)}function Dr(e,t,n){var o=fn(ot++,2);if(o.t=e,!o.__c&&(o.__=[n?n(t):po(void 0,
t),function(a){var l=o.__N?o.__N[0]:o.__[0],c=o.t(l,a);l!==c&&(o.__N=[c,o.__[1]],o.__c.setState({}))}],o.__c=z,!z.__f)){var s=function(a,l,c){if(!o.__c.__H)return!0;
var d=!1,p=o.__c.props!==a;if(o.__c.__H.__.some(function(m){if(m.__N){d=!0;var $=m.__[0];m.__=m.__N,m.__N=void 0,$!==m.__[0]&&(p=!0)}}),r){var f=r.call(this,a,l,
c);return d?f||p:f}return!d||p};z.__f=!0;var r=z.shouldComponentUpdate,i=z.componentWillUpdate;z.componentWillUpdate=function(a,l,c){if(this.__e){var d=r;r=void 0,
s(a,l,c),r=d}i&&i.call(this,a,l,c)},z.shouldComponentUpdate=s}return o.__N||o.__}function ee(e,t){var n=fn(ot++,4);!K.__s&&fo(n.__H,t)&&(n.__=e,n.u=t,z.__h.push(n))}function me(e){return Rt=5,B(function(){return{current:e}},[])}function B(e,t){var n=fn(ot++,7);return fo(n.__H,t)&&(n.__=e(),n.__H=t,n.__h=e),n.__}function Fr(){for(var e;e=uo.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(Lt),t.__h.some(un),t.__h=[]}catch(n){t.__h=[],K.__e(n,e.__v)}}}K.__b=function(e){z=
null,oo&&oo(e)},K.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),lo&&lo(e,t)},K.__r=function(e){ro&&ro(e),ot=0;var t=(z=e.__c).__H;t&&(cn===z?(t.__h=[],
z.__h=[],t.__.some(function(n){n.__N&&(n.__=n.__N),n.u=n.__N=void 0})):(t.__h.some(Lt),t.__h.some(un),t.__h=[],ot=0)),cn=z},K.diffed=function(e){so&&so(e);var t=e.
__c;t&&t.__H&&(t.__H.__h.length&&(uo.push(t)!==1&&no===K.requestAnimationFrame||((no=K.requestAnimationFrame)||qr)(Fr)),t.__H.__.some(function(n){n.u&&(n.__H=n.
u,n.u=void 0)})),cn=z=null},K.__c=function(e,t){t.some(function(n){try{n.__h.some(Lt),n.__h=n.__h.filter(function(o){return!o.__||un(o)})}catch(o){t.some(function(s){
s.__h&&(s.__h=[])}),t=[],K.__e(o,n.__v)}}),io&&io(e,t)},K.unmount=function(e){ao&&ao(e);var t,n=e.__c;n&&n.__H&&(n.__H.__.some(function(o){try{Lt(o)}catch(s){t=
s}}),n.__H=void 0,t&&K.__e(t,n.__v))};var co=typeof requestAnimationFrame=="function";function qr(e){var t,n=function(){clearTimeout(o),co&&cancelAnimationFrame(
t),setTimeout(e)},o=setTimeout(n,35);co&&(t=requestAnimationFrame(n))}function Lt(e){var t=z,n=e.__c;typeof n=="function"&&(e.__c=void 0,n()),z=t}function un(e){
var t=z;e.__c=e.__(),z=t}function fo(e,t){return!e||e.length!==t.length||t.some(function(n,o){return n!==e[o]})}function po(e,t){return typeof t=="function"?t(e):
t}var h=Dn.bind(sn);var u=null;function $o(e){u=e}var _={measure:0,run:0,other:1,topic:0,against:-1,colour:"",sort:"",filter:"",only:[],columns:[],curves:[],heat:"",subset:"",topics_by:"\
hardest",runs_by:"value",pair_by:"gain"},it={..._},Bt=[],[ho,Wr]=[200,400],mo=0,ze={topic:()=>u.topics.map(e=>e.id)};ze.measure=()=>u.measures.map(e=>e.label);for(let e of[
"run","other","against"])ze[e]=()=>u.runs.map(t=>t.name);var Ur={topic:"topic",measure:"measure",subset:"subset"};function go(e){Object.assign(_,e),it={..._};let{
choices:t,unknown:n}=lt(location.hash);n||Object.assign(_,t)}function at(e,t,n=null){e.replaceChildren(),Bt.push({draw:()=>Fe(h`<${t} />`,e),home:n,stale:!0}),st(
()=>!0)}function st(e){let t=document.activeElement;for(let n of Bt.filter(({stale:o,home:s})=>o&&e(s)))n.stale=!1,n.draw();t!==document.activeElement&&t?.isConnected&&
t.focus({preventScroll:!0})}function _o(e){if(!e)return!0;let{top:t,bottom:n}=e.getBoundingClientRect();return n>-ho&&t<window.innerHeight+ho}function bo(e=Wr){
clearTimeout(mo);let t=Bt.find(({stale:n})=>n);t&&(mo=window.setTimeout(()=>{st(n=>n===t.home),bo(0)},e))}function vo(){document.addEventListener("scroll",()=>st(
_o),{passive:!0}),window.addEventListener("beforeprint",()=>st(()=>!0))}function wo(e,t){let n=Object.entries(e).filter(([o,s])=>String(s)!==String(_[o]));if(!n.
length)return!1;Object.assign(_,Object.fromEntries(n));for(let o of Bt)o.stale=!0;return st(o=>o?.id===t||_o(o)),bo(),!0}function F(e,{again:t,section:n}={}){let o=n||
Vr()||lt(location.hash).section;if(!wo(e,o)&&!n||!document.documentElement.dataset.ready)return;let s=zr(o);s!==location.hash&&(t?history.replaceState({own:!0},
"",s):history.pushState({own:!0},"",s))}function Vr(){let e=document.activeElement&&document.activeElement.closest("main section");return e?e.id:""}function zr(e){
let t=Object.entries(_).filter(([n,o])=>String(o)!==String(it[n])).map(([n,o])=>`${n}=${[o].flat().map(s=>encodeURIComponent(ze[n]?ze[n]()[Number(s)]||"":s)).join(
",")}`);return`#${[e,...t].filter(Boolean).join("&")}`}function lt(e){let t="",n={},o=null;for(let i of e.replace(/^#/,"").split("&")){let[,a,l]=/^(\w+)=(.*)$/.
exec(i)||[];a?Object.hasOwn(it,a)&&(n[a]=Gr(a,l),n[a]===-1&&(o=[Ur[a]||"run",rt(l)])):t=t||i}let[s,...r]=Object.keys(n);return!t&&!r.length&&(t={topic:"topics",
run:"participants"}[s]||""),{section:t,choices:n,unknown:o}}function Gr(e,t){return ze[e]?ze[e]().indexOf(rt(t)):Array.isArray(it[e])?t?t.split(",").map(rt):[]:
e==="subset"&&t&&!Object.hasOwn(u.subsets,rt(t))?-1:rt(t)}function yo(e,t){wo({...it,...e},t)}function rt(e){try{return decodeURIComponent(e)}catch{return e}}function Ge(e){let{hues:t,dashes:n}=u.palette;return{stroke:`var(--hue-${e%t})`,"stroke-dasharray":n[Math.floor(e/t)%n.length].map(o=>2*o).join(" ")}}var xo=["#\
a63603","#e6853c","#fdd0a2","#f7f7f7","#9ecae1","#4292c6","#084594"];function Kr(e){return[1,3,5].map(t=>parseInt(e.slice(t,t+2),16))}function dn(e,t=u.palette.
shades){let n=Math.min(Math.max(e,0),1)*(t.length-1),o=Math.min(Math.floor(n),t.length-2),[s,r]=[t[o],t[o+1]].map(Kr);return`rgb(${s.map((i,a)=>Math.round(i+(n-
o)*(r[a]-i))).join(",")})`}function ct(e,t,n=6){let s=(t-e||1)/(n-1),r=10**Math.floor(Math.log10(s)),i=[1,2,5,10].map(c=>c*r).find(c=>c>=s*.999)||r,a=Math.floor(e/i+1e-9),l=Math.max(a+1,Math.
ceil(t/i-1e-9));return Array.from({length:l-a+1},(c,d)=>Number(((a+d)*i).toPrecision(12)))}function Le(e,t,n,o,s){let r=ct(e,t,s),[i,a]=[r[0],r[r.length-1]],l=d=>n+
(d-i)/(a-i)*(o-n);return Object.assign(l,{clamped:d=>l(Math.min(Math.max(d,i),a)),ticks:r,low:i,high:a})}function C(e){return Math.round(e*10)/10}var pn={width:716,
height:905};function qe(e,t={}){return e?Math.floor(pn.width*(t.paper||1)):Math.floor(Math.min(1400,window.innerWidth-42)*(window.innerWidth<1100?1:t.screen||1))-
(t.screen?14:0)}var Re=()=>window.innerWidth<640;function de(e,t=24){let n=u.rooms.filter(r=>r<=t);if(Object.hasOwn(u.short,e)&&e.length>t&&n.length)return u.short[e][n.
length-1];let o=Array.from(e),s=Math.floor((t-1)/2);return o.length>t?`${o.slice(0,t-1-s).join("")}…${o.slice(o.length-s).join("")}`:e}function Pt(e,t=11){return Math.
max(1,Math.ceil(t/e))}function G(e){return`⁨${e.replaceAll("⁩","")}⁩`}function xe(e){return e.map(([t,n],o)=>`${o?"L":"M"}${C(t)} ${C(n)}`).join("")}function Ae(e,t,n,o){
return`M${C(e)} ${C(t)}h${C(n)}v${C(o)}h${C(-n)}z`}function hn(e,t,n){let o=C(2*n);return`M${C(e-n)} ${C(t)}a${C(n)} ${C(n)} 0 1 0 ${o} 0a${C(n)} ${C(n)} 0 1 0 ${-o}\
 0z`}var mn=[];function se(e,t){mn.push({...e,Content:t})}function T(e,t=Re()?16:32){return h`<bdi class="name" title=${e}>${de(e,t)}</bdi>`}function ne(e){return document.
getElementById(e)}function ut(){return u.runs.map(({name:e},t)=>[t,e])}function ko(){return u.measures.map(({label:e},t)=>[t,e])}function oe(...e){return h`<p class="answer">${e}</p>`}
function L(...e){return h`<p class="caption">${e.filter(Boolean).join("; ")}.</p>`}function v(e,t=4){return e==null||Number.isNaN(e)?"–":t?e.toFixed(t):Math.round(
e).toLocaleString("en")}function x(e,t,n=e){let[o,s]=[e,n].map(r=>r.toLocaleString("en"));return`${o}${n===e?"":` to ${s}`} ${t}${n===1?"":"s"}`}function It(e){return e==null?"–":e<1e-300?"< 1e-300":e<1e-4?e.toExponential(1):e.toFixed(4)}function Pe(e){return e==null?"–":`${(100*e).toFixed(1)} %`}function H(e,t,n){
let o=u.values[e][t][n];return o===null?null:u.measures[e].digits?o/u.unit:o}function ke(e,t){return u.runs.map((n,o)=>H(e,t,o))}function _e(e,t){let n=e.filter(
i=>i!==null).sort((i,a)=>i-a);if(!n.length)return null;let o=(n.length-1)*t,s=Math.floor(o),r=Math.min(s+1,n.length-1);return n[s]+(o-s)*(n[r]-n[s])}var be=e=>_e(
e,.5);function We(e){let t=e.filter(n=>n!==null);return t.length?t.reduce((n,o)=>n+o,0)/t.length:null}function P(e,t,n=!1){let o=Array.from({length:e},(i,a)=>a),
s=o.map(t),r=n?1:-1;return o.sort((i,a)=>s[i]===null||s[a]===null?+(s[i]===null)-+(s[a]===null)||i-a:r*(s[i]<s[a]?-1:s[i]>s[a]?1:0)||i-a)}function A(e,t){return t!==
null&&u.measures[e].lower_is_better?-t:t}function Ht(e,t){let[n]=P(t.length,o=>A(e,t[o]));return{bestRun:n,best:t[n],median:be(t),worst:_e(t,u.measures[e].lower_is_better?
1:0)}}function $n(e,t,n){return t===null?null:1+n.filter(o=>o!==null&&A(e,o)>A(e,t)).length}function Me(e){let t=u.topics.flatMap((s,r)=>ke(e,r)).map(Number),[n,
o]=t.reduce(([s,r],i)=>[Math.min(s,i),Math.max(r,i)],[0,u.measures[e].digits?1:0]);return[n,o>n?o:n+1]}function M(e=_.measure){return u.measures[e].label}function q(){
return u.subsets[_.subset]||[...u.topics.keys()]}function ie(){return _.subset&&` of the subset ${_.subset}`}function ae(e=_.measure){return u.boards.find(t=>t.
subset===_.subset&&t.measure===e)||null}function ft(){return`${Number((100*u.confidence).toPrecision(6))} %`}function Mo(e){return e.mean||e.order.map(t=>Number(
u.summary[e.measure][t]))}function gn(e,t,n,o){let[s,r]=[e.order.indexOf(t),e.order.indexOf(n)].sort((a,l)=>a-l);if(s<0||s===r||!o)return null;let i=o[s*e.order.
length-s*(s+1)/2+r-s-1];return o===e.corrected?i/u.unit:i}function Ue(e){return u.runs[e].group||u.runs[e].name}function Y(e){document.documentElement.dataset.ready&&
(ne("status").textContent=e)}function Dt(e,t,n){return t[n]===null?"–":`${$n(e,t[n],t)} of ${t.filter(o=>o!==null).length}`}function Ke(e,t,n){return Dt(e,u.values[e][t],
n)}function Be(e){return u.measures[e].summary==="geometric"}function Ye(e,t,n=u.topics.map((o,s)=>s)){let o=n.map(i=>H(e,i,t));if((Be(e)||u.measures[e].summary===
"mean")&&o.length===u.topics.length&&!o.includes(null))return u.summary[e][t];if(!Be(e))return We(o);let r=We(o.map(i=>i===null?null:Math.log(Math.max(i,1e-5))));
return r===null?null:Math.exp(r)}function X(e,t,n=q()){if(n.length===u.topics.length)return u.summary[e][t];if(u.measures[e].summary!=="sum")return Ye(e,t,n);let o=n.
map(s=>H(e,s,t)).filter(s=>s!==null);return o.length?o.reduce((s,r)=>s+r,0):null}function Ne(e){return/^[\w@./-]+$/.test(e)?e:`'${e.replaceAll("'","'\\''")}'`}function _n(e,t){
let n=_.subset&&/^compare|figures$/.test(e)?` --topics ${Ne(_.subset)}`:"";return`harness ${e} ${Ne(u.source||"TASK.yaml")} ${t}${n}`.trim()}function ve(e,t=4){
let n=v(Math.abs(e),t);return Math.abs(e)<1e-9?n:`${e<0?"−":"+"}${n}`}function Je(e){if(_.subset&&u.boards.length)return`no intervals, letters or p-values ove\
r the subset ${_.subset} on this page; in a terminal: ${_n("compare",`--pairs -m ${Ne(e)}`)}`;if(u.not_compared)return`runs are not compared: ${u.not_compared}`;
let t=[...u.measures.keys()].filter(ae).map(M).join(", ")||"none";return`no intervals of ranks, letters or p-values by ${e}: the first ten measures that are no \
counts have them, or those that the key compare: measures: of the task names (here: ${t})`}var Yr={ArrowDown:1,ArrowRight:1,ArrowUp:-1,ArrowLeft:-1};function dt(e,t){let n=()=>[...e.querySelectorAll(t)],o=()=>n().filter(r=>!r.closest("[hidden]")),s=(r=o().
find(i=>i===document.activeElement)||o()[0])=>{for(let i of n())i.tabIndex=i===r?0:-1};e.addEventListener("focusin",({target:r})=>{r.matches(t)&&s(r)}),e.addEventListener(
"keydown",r=>{let i=r.target,a=Yr[r.key],l=/Up|Down/.test(r.key);if(!a||!i.matches(t)||l&&i.tagName==="SELECT")return;let c=l&&Jr(i,a,t)||o()[o().indexOf(i)+a];
c&&(r.preventDefault(),c.focus())}),new MutationObserver(()=>s()).observe(e,{childList:!0,subtree:!0,attributeFilter:["hidden"]}),s()}function Te(e){let t=me(null);
return ee(()=>dt(t.current,e),[]),t}function Jr(e,t,n){let o=[...e.closest("table")?.rows||[]],s=i=>[...i.querySelectorAll(n)],r=o.findIndex(i=>i.contains(e));for(let i=r+
t;o[i];i+=t){let a=s(o[i]);if(a.length)return a[Math.min(s(o[r]).indexOf(e),a.length-1)]}}function Q({pressed:e,children:t}){return h`<button type="button" onClick=${e}>${t}</button>`}function Xe({words:e,options:t,value:n,changed:o}){return h`<label class="field"><span>${e}</span><select value=${n} onChange=${({
currentTarget:r})=>o(r.value,r.selectedOptions[0].text)}>
    ${t.map(([r,i])=>h`<option value=${r}>${i}</option>`)}
  </select></label>`}function le({words:e,name:t,options:n,value:o=_[t]}){return h`<${Xe} words=${e} options=${n} value=${o} changed=${(r,i)=>{F({[t]:typeof _[t]==
"number"?Number(r):r}),Y(`${e}: ${i}`)}} />`}function pt({words:e,value:t,changed:n}){return h`<label class="field"><span>${e}</span><input type="search" value=${t} onInput=${({
currentTarget:s})=>n(s.value)} /></label>`}function ht(e,t){return t.join(`
`).toLowerCase().includes(e.trim().toLowerCase())}function mt({title:e,items:t,checked:n,changed:o}){let[s,r]=N(""),i=Te("input"),a=new Set(n),l=c=>{a.delete(c)||
a.add(c),o(a)};return h`<fieldset class="checklist"><legend>${e}</legend>
    ${t.length>12&&h`<${pt} words="Filter" value=${s} changed=${r} />`}
    <div class="checks" ref=${i}>${t.map(({key:c,name:d,before:p,near:f})=>h`
      <label class="check" key=${c} hidden=${!ht(s,[d])} onPointerEnter=${f} onFocusIn=${f}>
        <input type="checkbox" checked=${a.has(c)} onChange=${()=>l(c)} />${p}${T(d)}
      </label>`)}</div>
  </fieldset>`}function ce({children:e}){let t=Te("select, button");return ee(()=>{t.current.querySelectorAll("select, button").length>1&&t.current.setAttribute(
"role","toolbar")}),h`<div class="controls" ref=${t}>${e}</div>`}function W(e,t,n){let o=e==="topic"?u.topics[t].id:u.runs[t].name;return h`<a href=${`#${e}=${encodeURIComponent(o)}`} title=${o}>${T(n||o)}</a>`}function bn(){
let e=ne("unknown"),{section:t,choices:n,unknown:o}=lt(location.hash);if(e.hidden=!o,o){let[r,i]=o;Fe(h`There is no ${r} ${T(i)} on this page.`,e),e.scrollIntoView(),
Y(`There is no ${r} ${G(i)} on this page.`);return}let s=document.querySelector(`main section[id="${CSS.escape(t)}"]`);t&&!s||(yo(n,t),s&&!(history.state&&history.
state.own)&&s.scrollIntoView())}function Oo(e){let t=e.target.closest('a[href^="#"]');if(!t||e.ctrlKey||e.metaKey||e.shiftKey)return;let{section:n,choices:o,unknown:s}=lt(
String(t.getAttribute("href")));if(s||!n||!document.querySelector(`main section[id="${CSS.escape(n)}"]`))return;e.preventDefault();let r=t.closest("section");F(
o,{section:n}),(!r||r.id!==n)&&So(n)}function Ft(e){let{id:t,title:n}=u.topics[e];return n?`${G(t)} ${G(n)}`:G(t)}function So(e){let t=ne(`${e}-title`);t.setAttribute(
"tabindex","-1"),t.focus({preventScroll:!0}),t.scrollIntoView({behavior:"instant"})}function $t(e,t){let n=e==="topic"?"topics":"participants";F({[e]:t},{section:n}),
So(n)}function Qe(e,t){return{item:"topic",names:e.map(({topic:n})=>u.topics[n].id),words:n=>`${Ft(e[n].topic)}
${t(e[n])}`,open:n=>$t("topic",e[n].topic)}}function Xr(e,t){let{name:n,group:o,attributes:s}=u.runs[t];return ht(e,[n,o,...Object.values(s)])}function _t(){let{runs:e}=u;return[...e.some(t=>t.group)?["gr\
oup"]:[],...Object.keys(e.length?e[0].attributes:{})]}function we(e,t){return e==="group"?u.runs[t].group:u.runs[t].attributes[e]||""}function Ie(e){return[...new Set(
u.runs.map((t,n)=>we(e,n)).filter(Boolean))].sort()}function bt(){return _t().filter(e=>e==="group"||Ie(e).length>1&&Ie(e).length<=Math.max(8,u.runs.length/4))}
var gt={filter:"",only:[],runs:null};function Co(){let{filter:e,only:t}=_;if(gt.runs&&gt.filter===e&&gt.only===t)return gt.runs;let n=_t().map(s=>({name:s,values:t.
filter(r=>r.startsWith(`${s}:`))})).filter(({values:s})=>s.length),o=new Set([...u.runs.keys()].filter(s=>Xr(e,s)&&n.every(({name:r,values:i})=>i.includes(`${r}\
:${we(r,s)}`))));return gt={filter:e,only:t,runs:o},o}function Oe(e){return Co().has(e)}function te(){return[...Co()]}function vt(e=u.runs.length,t=x(u.topics.length,
"topic")){let n=x(u.runs.length,"run");return[e<u.runs.length?`${e} of ${n}, as filtered`:n,t,u.dialect&&`dialect ${u.dialect}`].filter(Boolean).join("; ")}function Se(e=!0){
return vt(e?te().length:u.runs.length,`${x(q().length,"topic")}${ie()}`)}var jo=6;function $e(){let e=bt(),t=_.colour||e.find(a=>Ie(a).length<=jo)||e[0]||"",n=a=>u.
runs.filter((l,c)=>we(t,c)===a).length,o=t?Ie(t):[],s=P(o.length,a=>n(o[a])).slice(0,jo).map(a=>o[a]),r=new Map(s.map((a,l)=>[a,Ge(l).stroke])),i=a=>t?r.get(we(
t,a))||"var(--muted)":Ge(0).stroke;return{name:t,most:s,others:o.length-s.length,ofRun:i}}function He({most:e,others:t}){let n=o=>({d:"M8 2a4 4 0 1 0 .1 0z",fill:o});
return[...e.map((o,s)=>[n(Ge(s).stroke),o]),...t>0?[[n("var(--muted)"),`${x(t,"other")} and none`]]:[]]}function Ze(e=n=>n,t=()=>[]){return[{name:"run",text:!0,
value:o=>u.runs[e(o)].name,cell:o=>[W("run",e(o)),...t(e(o))]},..._t().map(o=>({name:o,text:!0,value:s=>we(o,e(s)),cell:s=>T(we(o,e(s)))}))]}function Ao(e){let[
t,n]=[ae(e),!_.subset],o=n?u.intervals[e]:null,s=u.runs.map((a,l)=>X(e,l)),r=s.map((a,l)=>({run:l,value:a,error:n?u.errors[e][l]:null,mean:a,low:o&&o.low[l],high:o&&
o.high[l],rank:$n(e,a,s)}));if(!t)return r;let i=Mo(t);return t.order.forEach((a,l)=>{let{low:c,high:d,rank:p,letters:f}=t;Object.assign(r[a],{position:l,mean:i[l],
low:c[l],high:d[l],letters:f&&f[l],rank:et(t)?r[a].rank:p[l]})}),r}function et(e){return!!(e&&e.mean&&!e.subset)}function wt(){if(_.filter||_.only.length>1)return null;let[e=""]=_.only,{name:t,values:n}=u.types;return e?n.find(o=>e===`${t}:${o}`)??null:""}function No(){let{
subset:e,measure:t}=_,n=wt(),o=u.verdicts.find(f=>f.subset===e&&f.type===n&&f.measure===t);if(o)return o.lines;if(!u.verdicts.length&&n===""&&!e&&t===u.first_measure)
return u.verdict.slice(0,u.verdict.length-u.mind.length);let r=P(u.runs.length,f=>A(t,X(t,f))).filter(f=>Oe(f)&&X(t,f)!==null);if(!r.length)return[["No run is l\
eft.","leaderboard",""]];let i=te().length,a=i<u.runs.length?` of the ${x(i,"run")} chosen`:"",l=`${M(t)} ${v(X(t,r[0]),u.measures[t].digits)}`,c=`${u.runs[r[0]].
name} is first${a}: ${l} over ${x(q().length,"topic")}${ie()}.`,p=u.boards.some(f=>f.subset===e&&f.measure===t)?"Ranks and shades are from the tests of all runs\
, which hold for fewer, too.":"How sure this order is was not tested.";return[[c,"leaderboard",""],...u.runs.length>1?[[p,"leaderboard",""]]:[]]}function Qr(e){return e.order.filter(Oe)}function To(e){let t=wt(),n=t&&u.ranked.find(s=>s.subset===e.subset&&s.measure===e.measure&&s.type===t),o=e.order.map((s,r)=>r).
filter(s=>Oe(e.order[s]));return new Map(o.map((s,r)=>{let i=l=>o.filter(c=>e.apart[s][c]===l).length,a=1+o.filter(l=>e.rank[l]<e.rank[s]).length;return n?[e.order[s],
{rank:a,low:n.low[r],high:n.high[r]}]:[e.order[s],{rank:a,low:1+i("<"),high:o.length-i(">")}]}))}function Eo(e){let t=ae(e),n=t&&To(t);return Ao(e).map(o=>{let s=n&&
n.get(o.run);return s?{...o,rank:et(t)?o.rank:s.rank,rankLow:s.low,rankHigh:s.high}:o})}function Lo(e){let t=ae(e);if(!t)return null;if(_.against<0){let s=To(t);
return{run:-1,runs:new Set([...s].filter(([,{low:r}])=>r===1).map(([r])=>r)),of:s.size}}let n=Qr(t),o=t.apart[t.order.indexOf(_.against)];return{run:_.against,runs:new Set(
n.filter(s=>o[t.order.indexOf(s)]===".")),of:n.length-1}}function Ro({run:e,runs:t,of:n}){let{best:o,ranks:s}=u.words,r=[...t].filter(c=>c!==e).map(c=>u.runs[c].
name),i=r.length>12?` and ${r.length-12} more`:"",a=`${r.slice(0,12).join(", ")}${i}`;if(e<0)return`shaded: ${x(r.length,"run")} of ${n} ${o.not_shown}: ${a}`;let{
name:l}=u.runs[e];return r.length?`shaded: ${x(r.length,"run")} of ${n} ${s.not_shown} than ${l}: ${a}`:`every other run is ${s.shown}, than ${l}`}var Zr=900;function es(e){return e===void 0||e===""||Number.isNaN(e)?null:typeof e=="string"?e.toLowerCase():e}function qt({text:e,kind:t}){return`${e?"text":"n\
umber"}${t?` ${t}`:""}`}function je({columns:e,rows:t,title:n,sorted:o,sortedBy:s,rowAttributes:r,empty:i,most:a=1/0,kind:l,few:c}){let[d,p]=N(o||{column:0}),[f,
m]=N(!1),[$,g]=N(a),b=s&&o?o:d,y=Te("thead button, tbody :is(a, button)");ee(()=>{let{current:k}=y,O=new ResizeObserver(()=>{let j=k.scrollWidth>k.clientWidth||
k.scrollHeight>k.clientHeight;k.tabIndex=j&&!k.querySelector("a, button")?0:-1});for(let j of[k,k.firstChild])O.observe(j)},[]);function w(k){let O=b.column===k?
!b.ascending:!!(e[k].text||e[k].rising);p({column:k,ascending:O}),s&&s(e[k],O),Y(`${n}: sorted by ${e[k].name}, ${O?"ascending":"descending"}`)}function S(){m(!0),
y.current.focus()}let I=e[b.column]?.value||(()=>0),U=P(t.length,k=>es(I(t[k])),b.ascending),V=f?U:U.slice(0,$),D=({currentTarget:{scrollTop:k,clientHeight:O,scrollHeight:j}})=>{
V.length<t.length&&k+O>j-Zr&&g($+a)};return h`<div class=${`scroll ${l||""}`.trim()} tabindex="-1" role="region" aria-label=${n} ref=${y} onScroll=${D}>
    <table class=${c&&"few"} onwhole=${()=>m(!0)}>
      <caption>${n}</caption>
      <thead><tr>${e.map((k,O)=>ts(k,O===b.column&&(b.ascending?"ascending":"descending"),()=>w(O)))}</tr></thead>
      <tbody>
        ${V.map(k=>h`<tr key=${k} ...${r?r(t[k]):{}}>
          ${e.map((O,j)=>ns(O,t[k],j))}</tr>`)}
        ${V.length<t.length&&Bo(e,h`<${Q} pressed=${S}>Show all ${t.length} rows; the first ${V.length} are shown<//>`)}
        ${!t.length&&Bo(e,i)}
      </tbody>
    </table>
  </div>`}function Bo(e,t="Nothing to show."){return h`<tr><td colspan=${e.length}>${t}</td></tr>`}function ts(e,t,n){return e.name?h`<th scope="col" key=${e.name} class=${qt(
e)} aria-sort=${t||null}>
    <button type="button" title=${e.help} onClick=${e.clicked||n}><bdi class="name">${e.name}</bdi></button>${e.under}
  </th>`:h`<td class=${qt(e)}></td>`}function ns(e,t,n){let o=(e.cell?e.cell(t):e.value(t))??"–";if(o.type==="td")return o;let s=typeof o=="number"?v(o,e.digits):
o;return n?h`<td class=${qt(e)}>${s}</td>`:h`<th scope="row" class=${qt(e)}>${s}</th>`}function Po(e){let t=vn(e).trim();return t==="–"?"":t}function vn(e){return Array.
isArray(e)?e.map(vn).join(""):e==null||typeof e=="boolean"?"":e.props?vn(e.props.children):String(e)}function os(e,t){let n=parseFloat(e.replace("−","-").replaceAll(
",",""));return t||String(n)===e?n:e}function ge({heads:e,rows:t,...n}){let o=e.map((s,r)=>{let i=d=>/^([−+-]?\d[\d.]*)?$/.test(Po(d[r])),[a,l]=Array.isArray(
s)?s:[s,r&&t.every(i)?"number":"text"],c=d=>Po(d[r]);return{name:a,text:l!=="number",kind:l==="prose"?l:"",value:l==="number"||!r?d=>os(c(d),!!r):c,cell:d=>Number.
isInteger(d[r])?String(d[r]):d[r]}});return h`<${je} columns=${o} rows=${t} sorted=${{column:-1}} ...${n} />`}function wn({words:e,make:t}){let[n,o]=N(!1);return h`<details class="data" onToggle=${({
currentTarget:s})=>o(s.open)} onfill=${()=>o(!0)}>
    <summary onClick=${()=>o(!0)}>${e}</summary>${n&&t()}
  </details>`}function pe({title:e,heads:t,rows:n}){return h`<${wn} words="Data of this figure" make=${()=>h`<${ge} title=${e} heads=${t} rows=${n()} />`} />`}var Ho="these results were read from a directory, without the runs";function Wt(e,t=Pe(e)){return e===null?"–":h`<span class="share" aria-hidden="true"><span style="width: ${(100*
e).toFixed(1)}%" /></span>
    <span class="beside">${t}</span>`}function Ut(e,t){let{junk:n,outside:o,negative:s}=u.unjudged;return o[e][t]+(n?0:s[e][t])}var Vt=()=>u.unjudged?.junk?"jud\
ged as junk":"pooled, not judged";function rs(){let{unjudged:e}=u;return!e||!e.negative.flat().some(Boolean)?[]:[["not in the pool",e.outside],[Vt(),e.negative]].
map(([n,o])=>({name:`first ${e.cutoffs[0]}: ${n}`,value:s=>o[s][0],cell:s=>Wt(o[s][0])}))}function ss(){let{runs:e,unjudged:t}=u,n=r=>e[r].retrieved?e[r].unjudged/
e[r].retrieved:null,o=(r,i)=>({name:r,value:i,cell:a=>Wt(i(a))}),s=[...Ze(),{name:"retrieved",digits:0,value:r=>e[r].retrieved},...(t?.cutoffs||[]).map((r,i)=>o(
`first ${r}`,a=>Ut(a,i))),...t?.junk&&t.negative.flat().some(Boolean)?[]:[o("all",n)],...rs()];return h`<${je} columns=${s} rows=${[...e.keys()]} title="Share of unjudged documents" sorted=${{
column:s.length-1}} />`}function zt(){return u.relevance_level&&`relevant from grade ${u.relevance_level}`}function is(){let e=u.topics.filter(r=>r.judged!==null);
if(!e.length)return L("Not known: these results were written without a table of topics");let t=["judged","relevant"].map(r=>{let i=e.map(a=>Number(a[r]));return{
kind:r,counts:i,sum:i.reduce((a,l)=>a+l,0)}}),n=[{name:"documents",text:!0,value:({kind:r})=>r},{name:"min",digits:0,value:({counts:r})=>_e(r,0)},{name:"median",
digits:1,value:({counts:r})=>be(r)},{name:"max",digits:0,value:({counts:r})=>_e(r,1)},{name:"sum",digits:0,value:({sum:r})=>r}],[o,s]=t.map(({sum:r})=>r);return h`
    <${je} columns=${n} rows=${t} title="Judged and relevant documents by topic" sorted=${{column:0,ascending:!0}} />
    ${L(x(e.length,"topic"),"documents with a grade in the judgments",zt(),o&&`${Pe(s/o)} of all judged documents are relevant`)}
    <${pe} title="Judged and relevant documents of each topic" heads=${["topic","judged","relevant"]}
      rows=${()=>e.map(r=>[r.id,r.judged,r.relevant])} />`}function as(){if(!u.uniques)return L(`Not known, because ${Ho}`);let e=Math.max(1,...Object.values(u.
uniques)),t=o=>u.runs.filter((s,r)=>Ue(r)===o).length;return h`<${je} columns=${[{name:"group",text:!0,value:([o])=>o,cell:([o])=>T(o)},{name:"runs",digits:0,value:([
o])=>t(o)},{name:"unique relevant",value:([,o])=>o,cell:([,o])=>Wt(o/e,String(o))}]} rows=${Object.entries(u.uniques)} title="Unique relevant documents by group" sorted=${{
column:2}} />
    ${L("Relevant documents that runs of this group have within rank 100 of a topic, and no run of another group has","a run without a group stands for itself",
zt(),vt())}`}function ls(){let{runs:e,unjudged:t}=u;if(!t)return null;let n=e.map((i,a)=>Ut(a,0)),o=n.filter(i=>i===0).length,s=n.indexOf(Math.max(...n)),r=`the\
 first ${t.cutoffs[0]} documents`;return o===e.length?oe(`All of ${r} of every run are judged.`):e.length===1?oe(`Of ${r} ${Pe(n[0])} are unjudged.`):oe(`All of\
 ${r} of ${o} of ${x(e.length,"run")} are judged; most is unjudged of `,T(e[s].name),`: ${Pe(n[s])}.`)}var cs=()=>h`
  ${ls()}${ss()}
  ${L(u.unjudged&&"First k: of the documents within rank k of all judged topics together, how many are unjudged","all: of everything that the run retrieved for \
its averaged topics",u.unjudged?.junk?"unjudged is a document that is not in the judgments":"unjudged is a document without a grade of 0 or more in the judgment\
s",!u.unjudged&&`the shares within the first ranks are not known, because ${Ho}`,vt())}
  <div class="columns"><div><h3>Judged and relevant</h3>${is()}</div>${u.runs.length>1&&h`<div><h3>Found by one group alone</h3>${as()}</div>`}</div>`;function yn(e,t){
return{name:e,of:n=>n[t].length,cell:({[t]:n})=>n.length?h`<span title=${n.join(", ")}>${n.length}</span>`:"–"}}function xn(e,t){return{name:e,text:!0,of:n=>t(
n).length,cell:n=>h`<bdi class="noticed">${t(n).join("; ")||"–"}</bdi>`}}function Io(e){return Object.entries(e).map(([t,n])=>`${t}: ${n}`)}var kn=[{name:"tie\
d documents",of:({tied:e})=>e,cell:({tied:e,retrieved:t})=>e?Wt(Math.min(1,e/Math.max(1,t)),v(e,0)):"–"},yn("topics missing","missing"),yn("topics left out","\
left_out"),yn("topics without judgments","extra"),xn("findings",({findings:e})=>Io(e)),xn("repairs, lines changed",({repairs:e})=>Io(e)),xn("warnings",({warnings:e})=>e)];
function us(){let{runs:e,checked:t,refused:n}=u,o=kn.filter(({of:a})=>e.some(a)),s=[...e.keys()].filter(a=>o.some(({of:l})=>l(e[a]))),r=Ze(),i=[...r,...o.map(({
name:a,text:l,of:c,cell:d})=>({name:a,text:l,value:p=>c(e[p]),cell:p=>d(e[p])}))];return h`
    ${s.length>0&&h`<${je} columns=${i} rows=${s} title="What was noticed of each run" sorted=${{column:r.length}} />`}
    ${L(t?"Runs were checked before the evaluation; findings and repairs are counted by their names":"Runs were not checked: the task has no key check",e.some(a=>a.
tied)&&"tied documents share their score with another of the same topic; the bar is their share of what was retrieved",s.length<e.length&&`not listed, because t\
here is nothing to say of ties, topics or repairs: ${e.length-s.length} of ${x(e.length,"run")}`,n&&`refused before the evaluation, and listed below: ${x(n,"run")}`,
vt())}`}se({id:"quality",title:"Quality of the data",order:100},()=>B(()=>h`<div id="coverage">${cs()}</div><h3>Ties, topics and repairs</h3><div id="repairs">${us()}</div>`,
[]));function yt(){let[e,t]=N(!1);return ee(()=>{let[n,o]=[()=>t(!0),()=>t(!1)];return window.addEventListener("beforeprint",n),window.addEventListener("afterprint",
o),()=>{window.removeEventListener("beforeprint",n),window.removeEventListener("afterprint",o)}},[]),e}function ue(e,t,n,o){return h`<text x=${C(e)} y=${C(t)} ...${o}>${n}</text>`}
function tt(e,t={}){let n=a=>a.replace(/\{(\w+)\}/g,(l,c)=>t[c]),{title:o,x:s,y:r,key:i}=u.figures[e];return{title:n(o),x:n(s),y:n(r),key:Object.fromEntries(Object.
entries(i).map(([a,l])=>[a,n(l)]))}}function On({title:e,description:t=""},n,o){return{viewBox:`0 0 ${n} ${o}`,class:"figure",role:"img","aria-label":`${e}. ${t}`,
style:`max-width: ${n}px`,preserveAspectRatio:"xMinYMin meet"}}function Sn(e){return{onPointerMove:n=>{let[o,s]=[ne("tip"),e(n)];if(o.hidden=s===null,s===null)return;
o.textContent=s;let r=Math.min(n.clientX+14,window.innerWidth-o.offsetWidth-8),i=n.clientY+18+o.offsetHeight<window.innerHeight;o.style.left=`${Math.max(4,r)}px`,
o.style.top=`${i?n.clientY+18:n.clientY-o.offsetHeight-10}px`},onPointerLeave:()=>{ne("tip").hidden=!0}}}function Mn(e,t){let n=e.getBoundingClientRect(),o=e.viewBox.
baseVal.width/n.width;return[(t.clientX-n.left)*o,(t.clientY-n.top)*o]}function fs(e,t,{rows:n,columns:o},s){let r=(p,f)=>{for(let m=p;m>=0&&m<n*o;m+=f)if(s(m))
return m;return null};if(e==="End")return r(n*o-1,-1);if(e==="Home"||t===null)return r(0,1);let[i,a]={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[0,-1],ArrowRight:[
0,1]}[e]||[0,0],[l,c]=[Math.floor(t/o)+i,t%o+a];return l>=0&&l<n&&c>=0&&c<o&&s(l*o+c)?l*o+c:null}function Do({left:e,top:t,across:n,down:o,rows:s,columns:r}){return{
itemAt:(i,a)=>{let[l,c]=[Math.floor((a-t)/o),Math.floor((i-e)/n)];return l>=0&&l<s&&c>=0&&c<r?l*r+c:null},outline:i=>Ae(e+i%r*n,t+Math.floor(i/r)*o,n,o)}}function jn({
figure:e,size:[t,n],grid:o,there:s=()=>!0,itemAt:r=Do(o).itemAt,outline:i=Do(o).outline,crossed:a,stretch:l,children:c}){let[d,p]=[me(null),me(null)],[f,m]=N({figure:e,
item:null,keyed:!1}),$=f.figure===e?f.item:null;ee(()=>{f.keyed&&p.current&&p.current.scrollIntoView({block:"nearest",inline:"nearest"})},[f]);let{title:g,item:b,
opens:y=`opens the ${b}`,words:w,open:S,pick:I}=e,U=(E,Z)=>{m({figure:e,item:E,keyed:Z}),Z&&Y(w(E)),I&&I(E)},V=E=>{let[Z,Qt]=Mn(d.current,E),Zt=r(Z,Qt);return Zt!==
null&&s(Zt)?Zt:null},D=ps(o,l,E=>Mn(d.current,E)[0]),k=E=>{if(E.key==="Enter"&&$!==null)S($);else if(l&&E.key==="+")l.around(($||0)%o.columns);else if(l&&/^(-|Escape)$/.
test(E.key))l.whole();else if(/^(Arrow(Up|Down|Left|Right)|Home|End)$/.test(E.key)){let Z=fs(E.key,$,o,s);Z!==null&&U(Z,!0)}else return;E.preventDefault()},O=E=>{
let Z=V(E);Z===null||D.ended()||(U(Z,!1),I||S(Z))},j=Sn(E=>{let Z=V(E);return E.target.dataset.words||(Z===null?null:w(Z))}),J=`width: ${t}px`,{onPointerDown:re,
onPointerUp:fe}=D;return h`<div class="scroll explorable" tabindex="0" role="application" onKeyDown=${k} onClick=${O} ...${j}
      ...${{onPointerDown:re,onPointerMove:E=>{D.onPointerMove(E),j.onPointerMove(E)},onPointerUp:fe}}
      aria-label="${g}. Arrow keys move from ${b} to ${b}, Enter ${y}${l?", plus and minus zoom":""}.">
    <svg ref=${d} ...${On(e,t,n)} style=${J}>${c}${D.band}
      ${$!==null&&a&&h`<path class="cross" d=${a($)} />`}
      ${$!==null&&h`<path ref=${p} class="mark" d=${i($)} />`}</svg></div>`}var ds=30;function qo(e,t){let[n,o]=N({figure:e,from:0,to:t}),{from:s,to:r}=n.figure===
e?n:{from:0,to:t},i=(c,d)=>o({figure:e,from:Math.max(0,c),to:Math.min(t,d)}),a=Math.max(1,Math.floor((r-s)/4)),l={from:s,to:r,count:t,whole:()=>o({figure:e,from:0,
to:t}),brushed:(c,d)=>i(s+c,s+d+1),around:c=>i(s+c-a,s+c+a+1)};return{from:s,to:r,stretch:t>ds?l:void 0}}function Wo({stretch:e,what:t}){if(!e)return null;let{from:n,
to:o,count:s}=e;if(o-n===s)return h`<p class="caption hint more">Drag across some of the ${s.toLocaleString("en")} ${t}s to see them larger.</p>`;let[r,i]=[n,s-
o].map(l=>l.toLocaleString("en")),a=`${x(o-n,t)} of ${s.toLocaleString("en")} shown; outside: ${r} to the left, ${i} to the right. `;return h`<p class="caption hint" role="status">${a}<button type="button" onClick=${e.
whole}>Show all</button></p>`}function ps({left:e,top:t,across:n,down:o,rows:s,columns:r},i,a){let[l,c]=N(null),d=me(!1),p=$=>Math.min(r-1,Math.max(0,Math.floor(
(a($)-e)/n))),[f,m]=l?[Math.min(...l),Math.max(...l)]:[0,0];return{onPointerDown:$=>{i&&$.pointerType!=="touch"&&!$.button&&c([p($),p($)])},onPointerMove:$=>{l&&
!$.buttons?c(null):l&&c([l[0],p($)])},onPointerUp:()=>{d.current=m>f,i&&m>f&&i.brushed(f,m),c(null)},ended:()=>[d.current,d.current=!1][0],band:m>f&&h`<path class="band" d=${Ae(
e+f*n,t,(m+1-f)*n,s*o)} />`}}function Uo(e,t,n,o=String){return n.ticks.map(s=>h`<path class="grid" d="M${e} ${C(n(s))}H${t}" />${ue(e-8,n(s)+4,o(s),{class:"tic\
k","text-anchor":"end"})}`)}function Vo(e,t){return t&&ue(12,e,t,{"text-anchor":"middle",transform:`rotate(-90 12 ${C(e)})`})}function zo({left:e,right:t,top:n,
bottom:o},s,r,i,a){return h`${Uo(e,t,r)}${s.ticks.map(l=>h`<path class="axis" d="M${C(s(l))} ${o}v5" />${ue(s(l),o+20,String(l),{class:"tick","text-anchor":"mid\
dle"})}`)}
    <path class="axis" d="M${e} ${n}V${o}H${t}" />
    ${ue((e+t)/2,o+40,i,{"text-anchor":"middle"})}${Vo((n+o)/2,a)}`}function he({listed:e}){return h`<ul class="signs">${e.map(([t,n])=>h`<li>
    <svg width="16" height="12" aria-hidden="true"><path ...${t} /></svg>${n}</li>`)}</ul>`}var Go={bar:(e,t,[n,o])=>`${xe([e(n,-t),e(o,-t),e(o,t),e(n,t)])}z`,box:(e,t,n)=>Go.
bar(e,t,n),whisker:(e,t,n)=>[n.slice(0,2),n.slice(2)].map(o=>xe(o.map(s=>e(s,0)))).join("")+[n[0],n[n.length-1]].map(o=>xe([e(o,-t/2),e(o,t/2)])).join(""),tick:(e,t,[
n])=>xe([e(n,-t),e(n,t)])},Fo={point:4,outliers:2.4},hs={bar:"bar",box:"box",whisker:"axis",tick:"median",point:"own",outliers:"dot"};function ms({kind:e,of:t,class:n=hs[e],
colour:o=()=>"",words:s,half:r=1/0},i,a,l){let c=Array.from({length:i},(f,m)=>[t(m)].flat().filter($=>$!==null));if(Fo[e])return c.map((f,m)=>f.map(($,g)=>{let[
b,y]=a(m)($,0).map(C);return h`<circle class=${typeof n=="function"?n(m):o(m)?null:n} cx=${b} cy=${y}
        r=${Math.min(Fo[e],Math.max(2.5,l))} fill=${o(m)||null}
        data-words=${s&&s(m,g)} />`}));let d=new Map;c.forEach((f,m)=>{if(!f.length)return;let $=d.get(o(m))||[];$.push(Go[e](a(m),Math.min(r,l),f)),d.set(o(m),
$)});let p=f=>e==="whisker"||e==="tick"?{stroke:f,"stroke-width":1.5}:{fill:f};return Array.from(d,([f,m])=>h`<path d=${m.join("")} ...${f?p(f):{class:n}} />`)}
function Ve({figure:e}){let{from:t,to:n,stretch:o}=qo(e,e.names.length),s=B(()=>$s(e,t,n),[e,t,n]),{names:r,axis:i,marks:a,height:l=210,most:c=10,lines:d=[],pointed:p,
defs:f}=s,m=yt(),[$,g,b]=[60,p?18:10,r.length],y=g+l,w=Math.min(44,Yo(qe(m,e.share)-74,b)),S=$+w*b,I=Math.min(c,Math.max(...r.map(k=>Array.from(k).length))),U={
left:$,top:g,across:w,down:l,rows:1,columns:b},V=B(()=>{let k=Le(i.low,i.high,y,g,i.most),O=re=>$+(re+.5)*w,j=re=>(fe,ye)=>[O(re)+ye,k.clamped(fe)],J=(re,fe)=>{
let[ye,E]=[C(O(fe)+4),y+8];return fe%Pt(w)?null:ue(ye,E,de(re,c),{class:"small","text-anchor":"end",transform:`rotate(-90 ${ye},${E})`})};return h`<defs>${f}</defs>
      ${[Uo($,S,k,i.words),r.map(J),Vo((g+y)/2,i.label)]}
      ${a.map(re=>ms(re,b,j,Math.max(w/2,Math.min(1,w))-(w>4?1:0)))}
      ${d.map(([re,fe])=>h`<path class=${fe} d="M${$} ${C(k.clamped(re))}H${S}" />`)}
      ${p&&ue(O(p[0]),k.clamped(p[1])-4,"▼",{"text-anchor":"middle",class:"small"})}`},[s,w]),D=[Math.max(S+12,Math.min(340,qe(m,e.share))),y+20+6*I];return h`<${jn} figure=${s} size=${D} grid=${U} stretch=${o}>${V}<//><${Wo} stretch=${o} what=${e.
item} />`}function $s(e,t,n){if(n-t===e.names.length)return e;let o=r=>typeof r!="function"?r:(i,...a)=>r(i+t,...a),{pointed:s}=e;return{...e,names:e.names.slice(
t,n),words:o(e.words),open:o(e.open),marks:e.marks.map(r=>({...r,of:o(r.of),colour:o(r.colour),words:o(r.words),class:o(r.class)})),pointed:s&&s[0]>=t&&s[0]<n?[
s[0]-t,s[1]]:void 0}}function Ko({axis:e,value:t,low:n,high:o,width:s,error:r,colour:i}){let[a,l,c]=[t,n,o].map(f=>C(e.clamped(f))),d=`${v(n)} to ${v(o)}`,p=[[n>=
e.low,l],[o<=e.high,c]].map(([f,m])=>f?`M${m} 5v8`:"").join("");return h`<span class="hidden">${d}</span><svg class="whisker" viewBox=${`0 0 ${s} 18`} aria-hidden="true" style="width:${s}px;${i?
`fill:${i};stroke:${i}`:""}" ...${Sn(()=>d)}>
    ${r&&h`<path class="sample-error" d="M${C(e.clamped(t-r))} 9H${C(e.clamped(t+r))}" />`}
    <path d="M${l} 9H${c}${p}" /><circle cx=${a} cy="9" r="3.5" /></svg>`}function Yo(e,t){let n=e/Math.max(1,t);return n<2?n:Math.floor(n)}function gs({rows:e,
columns:t,ids:n},o){let s=o?n:t,r=Math.max(...s.map(p=>p.length)),[i,a]=Re()&&!o?[92,62]:[160,104],l=42+Math.round(5.6*Math.min(17,r)),c=Math.min(72,Yo(qe(o)-i-
a-2,t.length)),d=o?Math.min(12,(pn.height-l-6)/e.length):Math.min(24,Math.max(12,Math.floor(600/e.length)));return{left:i,top:l,across:c,down:d,rows:e.length,columns:t.
length,beyond:a,heads:s,every:Pt(c,o?8:11),everyRow:Pt(d,6.3)}}function _s(){return h`<defs><pattern id="hatched" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <path class="axis" d="M0 0V5" /></pattern></defs>`}function bs({looks:e,look:t},{left:n,top:o,across:s,down:r,rows:i,columns:a}){let l=e.map(()=>[]),c=s>14?
1:0;for(let d=0;d<i;d+=1)for(let p=0;p<a;p+=1){let f=t(d,p);l[f].push(Ae(n+p*s,o+d*r,Math.max(.2,s-c),r-c))}return e.map((d,p)=>l[p].length>0&&h`<path class="cells" ...${d} d=${l[p].
join("")} />`)}function vs({margins:e},{left:t,top:n,across:o,down:s,columns:r,everyRow:i}){if(!e)return null;let a=t+r*o,l=({fill:c,words:d,tag:p,text:f},m)=>h`
    <path class="margin" d=${Ae(a+4,n+m*s,12,s)} fill=${c} data-words=${d} />
    <path fill=${p?.fill} d=${Ae(t-6,n+m*s+1,4,s-2)} data-words=${p?.words} />
    ${m%i?null:ue(a+20,n+(m+.5)*s+Math.min(4,s/2),f||"",{class:"small tick"})}`;return h`${e.rows.map(l)}${e.columns.map(({fill:c,words:d},p)=>h`
    <path class="margin" d=${Ae(t+p*o,n-16,o,12)} fill=${c} data-words=${d} />`)}
    ${ue(t-10,n-6,e.above,{class:"small tick","text-anchor":"end"})}
    ${ue(a+20,n-6,e.beside,{class:"small tick"})}`}function ws({rows:e},{left:t,top:n,across:o,down:s,heads:r,every:i,everyRow:a}){return h`${e.map((l,c)=>c%a?null:
ue(t-10,n+(c+.5)*s+Math.min(4,s/2),de(l,Re()?12:24),{class:"small","text-anchor":"end"}))}
    ${r.map((l,c)=>{let[d,p]=[t+(c+.5)*o+3,n-22];return c%i?null:ue(d,p,de(l,17),{class:"small",transform:`rotate(-65 ${C(d)} ${p})`})})}`}function Jo({figure:e}){
let{from:t,to:n,stretch:o}=qo(e,e.columns.length),s=B(()=>ys(e,t,n),[e,t,n]),r=gs(s,yt()),{left:i,top:a,across:l,down:c,rows:d,columns:p,beyond:f,every:m,everyRow:$}=r,
[g,b]=[i+l*p,a+c*d],y=B(()=>h`${_s()}${bs(s,r)}${vs(s,r)}${ws(s,r)}`,[s,l,c,r.heads]),w=I=>{let[U,V]=[Math.floor(I/p),I%p],[D,k]=[i+V*l,a+U*c];return`M${i} ${k+
c/2}H${D}M${D+l} ${k+c/2}H${g}M${D+l/2} ${a}V${k}M${D+l/2} ${k+c}V${b}`},S=[m>1&&`one topic of ${m}`,$>1&&`one run of ${$}`].filter(Boolean).join(" and ");return h`<${jn} figure=${s} size=${[
g+f,b+6]} grid=${r} crossed=${w} stretch=${o}>${y}<//>
    ${S&&h`<p class="caption hint">Named: ${S}.</p>`}<${Wo} stretch=${o} what="topic" />`}function ys(e,t,n){let{columns:o,ids:s,margins:r,look:i,words:a,open:l,
pick:c}=e;if(n-t===o.length)return e;let d=p=>Math.floor(p/(n-t))*o.length+t+p%(n-t);return{...e,columns:o.slice(t,n),ids:s.slice(t,n),margins:r&&{...r,columns:r.
columns.slice(t,n)},look:(p,f)=>i(p,f+t),words:p=>a(d(p)),open:p=>l(d(p)),pick:c&&(p=>c(d(p)))}}function Xo({title:e,low:t,high:n,colour:o,steps:s,missing:r}){let[
i,a]=[300,12],l=d=>a+(d-t)/(n-t)*i,c=`${e} from ${v(t,2)} to ${v(n,2)}`;return h`<svg ...${On({title:"Colours",description:c},i+2*a+(r?130:10),36)}>
    ${Array.from({length:s},(d,p)=>h`<path class="cells" fill=${o(p/(s-1))}
      d=${Ae(a+p*i/s,2,i/s+.5,12)} />`)}
    ${ct(t,n,5).filter(d=>d>=t&&d<=n).map(d=>h`<path class="axis" d="M${C(l(d))} 14v4" />${ue(l(d),31,String(d).replace("-","−"),{class:"tick","text-anchor":"\
middle"})}`)}
    ${r&&h`<path d=${Ae(a+i+20,2,16,12)} fill="url(#hatched)" class="outlined" />
      ${ue(a+i+42,12,r,{class:"tick"})}`}</svg>`}function Qo({figure:e}){let t=yt(),{x:n,y:o,points:s}=e,r=Math.min(480,qe(t,e.share)),i=Math.round(r*.8),a={left:56,
right:r-14,top:10,bottom:i-52},[l,c]=B(()=>{let[p,f]=[Le(n.low,n.high,a.left,a.right),Le(o.low,o.high,a.bottom,a.top)],m=s.map(({at:g})=>[p.clamped(g[0]),f.clamped(
g[1])]),$=g=>m.filter((b,y)=>s[y].class===g).map(([b,y])=>hn(b,y,s.length>400?2:3.5)).join("");return[h`${zo(a,p,f,n.label,o.label)}<path class="axis" d=${xe([[
p(n.low),f(o.low)],[p(n.high),f(o.high)]])} />
      ${[...new Set(s.map(g=>g.class))].map(g=>h`<path class=${g} d=${$(g)} />`)}`,m]},[e,r]),d=(p,f)=>{let m=c.map(([g,b])=>Math.hypot(g-p,b-f)),$=m.indexOf(Math.
min(...m));return m[$]<12?$:null};return h`<${jn} figure=${e} size=${[r,i]} grid=${{...a,across:1,down:1,rows:1,columns:s.length}} itemAt=${d}
    outline=${p=>hn(c[p][0],c[p][1],6)}>${l}<//>`}function Zo({figure:e,width:t,lit:n,onLit:o}){let{x:s,y:r,lines:i,context:a,diagonal:l,dotted:c}=e,[d,p]=[Math.
round(t*.75),t<420?10:16],f={left:56,right:t-16-6*p,top:10,bottom:d-52},[m,$]=[Le(s.low,s.high,f.left,f.right),Le(r.low,r.high,f.bottom,f.top)],g=O=>O.map(([j,J])=>[
m(j),$(J)]),[b,y,w]=B(()=>[h`${zo(f,m,$,s.label,r.label)}${l&&h`<path class="grid" d=${xe(g([[0,0],[1,1]]))} />`}
      <path class="band" d=${xe(g(xs(e)))} /><path class="context" d=${a.map(O=>xe(g(O))).join("")} />`,new Map(i.map(({key:O,points:j})=>[O,h`<path d=${xe(g(j))} />${c&&
g(j).map(([J,re])=>h`
      <circle cx=${C(J)} cy=${C(re)} r="2.5" stroke-dasharray="none" />`)}`])),ks(i.map(O=>({...O,end:g(O.points).at(-1)||[]})),f,p)],[e,t]),S=me(null),I=O=>{let[
j,J]=Mn(S.current,O);return i.flatMap(({key:fe,points:ye})=>g(ye).map(([E,Z],Qt)=>({key:fe,index:Qt,far:Math.hypot(E-j,Z-J)}))).reduce((fe,ye)=>ye.far<fe.far?ye:
fe,{key:null,index:0,far:30})},{onPointerMove:U,onPointerLeave:V}=Sn(O=>{let{key:j,index:J}=I(O);return o(j),j===null?null:e.words(j,J)}),D=i.some(({key:O})=>O===
n),k=D?[...i.filter(({key:O})=>O!==n),...i.filter(({key:O})=>O===n)]:i;return h`<svg ref=${S} ...${On(e,t,d)} onPointerMove=${U} onPointerLeave=${()=>{V(),o(null)}}>
    ${b}<g class=${D?"lines some":"lines"}>${k.map(({key:O,style:j})=>h`<g key=${O} class=${O===n?"lit":null} ...${j}>${y.get(O)}</g>`)}</g>${w}</svg>`}function xs({
shared:e,context:t}){if(!e||t.length<4)return[];let n=o=>t[0].map(([s],r)=>[s,Number(_e(t.map(i=>i[r][1]),o))]);return[...n(.25),...n(.75).reverse()]}function ks(e,{
right:t,top:n,bottom:o},s){if(e.length>12)return[];let r=o+14;return e.sort((i,a)=>a.end[1]-i.end[1]).map(({name:i,style:a,end:[l,c]},d)=>(r=Math.min(Math.max(c,
n+12*(e.length-1-d)),r-12),h`<path class="lead" d="M${C(l)} ${C(c)}L${t+6} ${C(r)}" stroke=${a.stroke} />${ue(t+9,r+3,de(i,s),{class:"small",style:`fill:${a.stroke}`})}`))}function tr(){let{curves:{levels:e,cutoffs:t,subsets:n},unit:o}=u,s=nr(),r=n[_.subset]||n[""],i=(l,c)=>{let d=r[l];if(!d)return[];let[p,f]=c(d);return p.map((m,$)=>[
m,f[$]/o])},a=[{name:"levels",positions:e,shared:!0,points:l=>i(l,([c])=>[e,c]),words:(l,[c,d])=>`recall ${c}: precision ${v(d)}`,cells:([,l])=>l,head:l=>`recal\
l ${l}`},{name:"cutoffs",positions:t,dotted:!0,points:l=>i(l,([,c,d])=>[d.map(p=>p/o),c]),words:(l,[c,d])=>`first ${t[l]} documents: precision ${v(d)}, recall ${v(
c)}`,cells:([l,c])=>`${v(c)} / ${v(l)}`,head:l=>`P / R at ${l}`}];return s&&a.push({name:"roc",positions:s.false,diagonal:!0,shared:!0,points:l=>s.false.flatMap(
(c,d)=>s.true[l][d]===null?[]:[[c,Number(s.true[l][d])]]),words:(l,[c,d])=>`false positive rate ${c}: true positive rate ${v(d)}`,cells:([,l])=>l,head:l=>`at ${l}`}),
a.filter(l=>l.positions.length)}function nr(){let{roc:e}=u;return e&&{false:e.false,...e.subsets[_.subset]||e.subsets[""]}}function or(){let e=rr();return[...u.
runs.keys()].filter(t=>t<5||e.length<=6&&e.includes(t))}function rr(){let e=new Map;return u.runs.forEach((t,n)=>{e.has(Ue(n))||e.set(Ue(n),n)}),[...e.values()]}
function Ms(e,t,n){let o=u.runs.map((d,p)=>e.points(p)),s=d=>Math.max(.1,...o.flat().map(p=>p[d])),{title:r,x:i,y:a}=tt(e.name),l=t.filter(d=>o[d].length);return{
...e,title:r,description:"The numbers are in the table below it.",words:(d,p)=>{if(!e.shared)return`${u.runs[d].name}
${e.words(p,o[d][p])}`;let f=P(l.length,m=>o[l[m]][p][1]).slice(0,16).map(m=>l[m]);return[e.head(o[d][p][0]),...f.map(m=>`${v(o[m][p][1])}  ${u.runs[m].name}${m===
d?" ◂":""}`)].join(`
`)},x:{label:i,low:0,high:s(0)},y:{label:a,low:0,high:s(1)},lines:l.map(d=>({key:d,name:u.runs[d].name,points:o[d],style:n(d)})),context:te().map(d=>o[d]).filter(
d=>d.length)}}function Os(){let{curves:e}=u,t=nr(),n=new Set(_.subset in e.subsets?q():u.topics.keys()),o=u.runs.map((r,i)=>[...n].filter(a=>u.values[0][a][i]!==
null).length).filter(Boolean),s=r=>x(Math.min(...r),"topic",Math.max(...r));return L(`grey: ${te().length<u.runs.length?"the runs that are left":"all runs"}, an\
d where they have the same recall levels the band between their quartiles`,"Interpolated precision is the best precision from the rank on that reaches the recal\
l level","precision and recall after so many documents are those of the whole cutoff, also where a run has fewer",`both are means over ${s(o)}`,t&&`ROC: over th\
e judged documents alone, averaged vertically (the true positive rate at each false positive rate) over ${s(t.topics)} with relevant and judged non-relevant doc\
uments; grey: by chance`,u.relevance_level&&`relevant from grade ${u.relevance_level}`,Se())}function Ss(){let{levels:e,subsets:t}=u.curves,n=t[_.subset]||t[""],
o=[.1,.5].map(i=>e.indexOf(i)).filter(i=>i>=0),s=te().filter(i=>n[i]);if(!o.length||s.length<2)return null;let r=o.map(i=>{let a=c=>Number(n[c]?.[0][i]),l=s.reduce(
(c,d)=>a(d)>a(c)?d:c);return[W("run",l),` at recall ${e[i]} (${v(a(l)/u.unit)})`]});return oe("The highest precision has ",r.map((i,a)=>[a>0&&" and ",...i]),".")}
function js(){return _.subset&&!(_.subset in u.curves.subsets)&&h`<p class="warning">Curves are means over all topics, not over the subset ${_.subset}.</p>`}function Cs(e){
let t=me(new Map).current;for(let o of[...t.keys()])e.includes(o)||t.delete(o);for(let o of e){let s=[...t.values()];t.has(o)||t.set(o,[...u.runs.keys()].findIndex(
r=>!s.includes(r)))}let n=$e();return o=>({...Ge(t.get(o)||0),..._.colour?{stroke:n.ofRun(o)}:{}})}function sr(e){return e?`${e} of ${x(u.runs.length,"run")} dr\
awn`:"no run is drawn: choose some in the list"}function er(e){let t=[...e].sort((n,o)=>n-o);F({curves:t.map(n=>u.runs[n].name)}),Y(sr(t.length))}function As(){
let{curves:e,colour:t,filter:n,only:o,subset:s}=_,r=yt(),[i,a]=N(null),l=[...u.runs.keys()].filter($=>e.includes(u.runs[$].name)),c=Cs(l),d=B(()=>{let $=b=>h`<svg class="sample" viewBox="0 0 26 10" aria-hidden="true">
      ${l.includes(b)&&h`<path d="M0 5H26" stroke-width="3" ...${c(b)} />`}</svg>`,g=u.runs.map(({name:b},y)=>({key:y,name:b,before:$(y),near:()=>a(y)}));return h`<${mt} title=${`\
Runs, the best first by ${M(u.first_measure)}`} items=${g} checked=${l} changed=${er} />`},[e,t]),p=B(()=>tr().map(($,g,{length:b})=>{let y=Ms($,l,c),w=r?qe(r):
Number(ne("curves").querySelector(".content")?.clientWidth);return{figure:y,width:Math.max(280,Math.min(660,Math.floor(w/Math.min(b,r?2:b))-20)),table:h`<${pe} title=${y.
title} heads=${["run",...$.positions.map($.head)]}
        rows=${()=>l.map(S=>[u.runs[S].name,...$.points(S).map($.cells)])} />`}}),[e,t,n,o,s,r]),f=($,g)=>h`<${Q} pressed=${()=>er(g())}>${$}<//>`,m=()=>P(u.runs.
length,$=>A(_.measure,X(_.measure,$)));return h`${Ss()}<${ce}>${f("Best 5",()=>m().filter(Oe).slice(0,5))}
      ${u.runs.some($=>$.group)&&f("Best of each group",()=>rr().filter(Oe))}
      ${f("All",te)}${f("None",()=>[])}<span class="caption">${sr(l.length)}</span><//>
    <div onPointerLeave=${()=>a(null)}>${d}</div>${js()}${t&&h`<${he} listed=${He($e())} />`}
    <div class="columns">${p.map(({figure:$,width:g,table:b})=>h`<div><h3>${$.title}</h3>
      <${Zo} figure=${$} width=${g} lit=${i} onLit=${a} />${b}</div>`)}</div>${Os()}`}se({id:"curves",title:"Precision and recall",order:20},()=>tr().length?h`<${As} />`:
L("There are no curves: no topic was averaged, or the judgments are a sample"));var Cn=new Map;function Nn(e){if(!Cn.has(e)){let{docs:t,runs:n}=u.first.topics[e],o=t.map(()=>0);for(let s of n)for(let r of new Set(s))o[r]+=1;Cn.set(e,o)}return Cn.
get(e)}function Ns(e){return e>=Number(u.relevance_level)?["relevant","●",`relevant${e>1?`, grade ${e}`:""}`]:e>=0?["nonrelevant","○",`not relevant${e>0?`, \
grade ${e}`:""}`]:e===-1?["unjudged","?","unjudged"]:[u.unjudged?.junk?"nonrelevant":"unjudged","×",Vt()]}function Gt(e){let[t,n,o]=Ns(e);return h`<span class="grade ${t}"><span aria-hidden="true">${n} </span>${o}</span>`}
function Kt(e){let[t,n]=Object.hasOwn(u.texts,e)?u.texts[e]:["",""];return h`${T(e,1/0)}${t&&h`<bdi class="doc title">${t}</bdi>`}${n&&h`<bdi class="doc">${n}</bdi>`}`}
function Ts(e,t,n){let{docs:o,grades:s,runs:r}=u.first.topics[t],i=Nn(t),a=H(e,t,n),l=a===null?"not evaluated on this topic":`${M(e)} ${v(a,u.measures[e].digits)}\
, rank ${Ke(e,t,n)}`,c=r[n].map((d,p)=>[String(p+1),Gt(s[d]),Kt(o[d]),...u.runs.length>1?[String(i[d]-1)]:[]]);return h`<div class="first" key=${n}><h4>${W("run",
n)} ${l}</h4>
    ${c.length?h`<${ge} title="First documents of ${G(u.runs[n].name)}" rows=${c}
      heads=${[["rank","number"],["judgment","text"],["document","prose"],...u.runs.length>1?[["others","number"]]:[]]} />`:h`<p>The run retrieved nothing for this topic.</p>`}</div>`}
var An={best:"best",median:"median",chosen:"chosen run",none:"no other run"};function ir(){let{measure:e,topic:t,run:n}=_,[o,s]=N(["best",u.runs.length>1?"media\
n":"none"]),r=Te("a"),i=P(u.runs.length,f=>A(e,H(e,t,f))),a=i.filter(f=>H(e,t,f)!==null),l={best:a[0],median:a[Math.floor(a.length/2)],chosen:n},c=f=>l[f]??Number(
f),d=(f,m)=>{let g=[...Object.keys(An).filter(b=>m||b!=="none").map(b=>[b,b==="none"?An.none:`${An[b]}: ${u.runs[c(b)].name}`]),...i.map(b=>[b,`${u.runs[b].name}\
 ${v(H(e,t,b),u.measures[e].digits)}`])];return h`<${Xe} words=${f} options=${g} value=${o[m]}
      changed=${b=>s(o.map((y,w)=>w===m?b:y))} />`},{depth:p}=u.first;return h`<h3>What the runs found first</h3>
    ${u.runs.length>1&&h`<${ce}>${["Documents of","beside those of"].map(d)}<//>`}
    <div class="columns" ref=${r}>${[...new Set(o.filter(f=>f!=="none").map(c))].map(f=>Ts(e,t,f))}</div>
    ${L(`The first ${p} documents of a run on the topic above`,u.runs.length>1&&`others: how many of ${x(u.runs.length-1,"other run")} have the document among t\
heir first ${p}`,zt(),"unjudged: not in the judgments",u.unjudged?.negative.flat().some(Boolean)&&`${Vt()}: in the judgments with a grade below 0`)}`}var xt=50,Tn={id:["topic",()=>P(u.topics.length,e=>e,!0)],hardest:["difficulty, hardest first (median of the runs)",e=>P(u.topics.length,t=>A(e,be(ke(e,t))),!0)],
relevant:["number of relevant documents",()=>P(u.topics.length,e=>u.topics[e].relevant)]},En={value:["value, best first",e=>P(u.runs.length,t=>A(e,X(e,t)))],name:[
"name",()=>P(u.runs.length,e=>u.runs[e].name.toLowerCase(),!0)],group:["group",()=>P(u.runs.length,e=>Ue(e).toLowerCase(),!0)]},Yt=()=>_.heat==="residual";function lr(e){
let[t,n]=Me(e);return{of:(s,r)=>H(e,s,r),low:t,high:n,colour:s=>dn(s)}}function Es(e){if(!Yt())return lr(e);let t=u.topics.map((r,i)=>Number(be(ke(e,i)))),n=(r,i)=>{
let a=H(e,r,i);return a===null?null:a-t[r]},o=Math.max(1e-9,...t.flatMap((r,i)=>u.runs.map((a,l)=>Math.abs(n(i,l)||0)))),s=u.measures[e].lower_is_better?1:0;return{
of:n,low:-o,high:o,colour:r=>dn(Math.abs(s-r),xo)}}function Ls({low:e,high:t},n){return n===null?xt:Math.round((n-e)/(t-e)*(xt-1))}function Rs({colour:e}){return[
...Array.from({length:xt},(t,n)=>e(n/(xt-1))),"url(#hatched)"].map(t=>({fill:t}))}function ar({low:e,high:t,colour:n},o){return o===null?"url(#hatched)":n((o-e)/
(t-e))}function Bs(e,t,n,o){let{digits:s}=u.measures[e],[r,i]=[lr(e),$e()],a=n.map(c=>{let d=G(u.runs[c].name),p=Ye(e,c,t),f=Yt()?We(t.map($=>o.of($,c))):p,m=i.
name&&we(i.name,c);return{fill:ar(o,f),text:v(p,s?4:1),words:`${d}
${Yt()?"mean difference from the median":"mean"} ${v(f,s?4:1)}`,tag:{fill:i.ofRun(c),words:m?`${d}
${i.name} ${G(m)}`:d}}}),l=t.map(c=>{let d=be(ke(e,c));return{fill:ar(r,d),words:`${Ft(c)}
median of all runs ${v(d,s)}`}});return{rows:a,columns:l,above:"median of all runs",beside:Be(e)?"geometric mean":"mean"}}function Ps(e,t,n,o,s,r){let{title:i,x:a,
y:l}=tt("heat-map",{measure:M(e),...o}),c=p=>({topic:t[p%t.length],run:n[Math.floor(p/t.length)]}),d={title:`${i}: ${x(n.length,"run")} on ${x(t.length,"topic")}`,
description:`Rows: ${l}. Columns: ${a}.`,item:"cell",opens:"opens the topic",rows:n.map(p=>u.runs[p].name),columns:t.map(p=>`${u.topics[p].id} ${u.topics[p].title||
""}`.trim()),ids:t.map(p=>u.topics[p].id),looks:Rs(s),look:(p,f)=>Ls(s,s.of(t[f],n[p])),margins:Bs(e,t,n,s),words:p=>{let{topic:f,run:m}=c(p);return`${Ft(f)}
${G(u.runs[m].name)}
${cr(e,f,m)}`},open:p=>$t("topic",c(p).topic),pick:p=>r({figure:d,...c(p)})};return d}function cr(e,t,n){let o=H(e,t,n);return o===null?"not evaluated":`${M(e)}\
 ${v(o,u.measures[e].digits)}, rank ${Ke(e,t,n)}`}function Is(e){let{measure:t}=_,[n,o]=[new Set(q()),new Set(te())],[[s,r],[i,a]]=[Tn[_.topics_by]||Tn.hardest,
En[_.runs_by]||En.value],[l,c]=[r(t).filter($=>n.has($)),a(t).filter($=>o.has($))];if(!c.length||!l.length)return null;let[d,p,f]=[Es(t),u.values[t].some($=>$.includes(
null)),$e()];return{figure:Ps(t,l,c,{topics:s,runs:i},d,e),above:h`<div class="legend"><${Xo} title=${M(t)} ...${d} steps=${xt} missing=${p&&"not evaluated"} />
      ${f.name&&h`<${he} listed=${He(f)} />`}</div>`,below:h`${L(`${M()} of each run on each topic${Yt()?", less the median of all runs on the topic: blue is be\
tter, orange is worse":""}`,Se(),"on the right the mean of each run, above the median of each topic",`topics by ${s}`,`runs by ${i}`,"rank: 1 + the number of ru\
ns with a better value")}
      <${pe} title=${`${M()} by topic and run`} heads=${["topic","median of all runs",...c.map($=>u.runs[$].name)]}
        rows=${()=>l.map($=>[u.topics[$].id,be(ke(t,$)),...c.map(g=>H(t,$,g))])} />`}}function Hs(e){let t=te(),n=q().map(i=>{let a=t.map(d=>H(e,i,d)),[l,c]=[.25,
.75].map(d=>_e(a,d));return{topic:i,low:l,high:c,spread:l===null||c===null?0:c-l}});if(!n.length||t.length<2)return null;let o=n.reduce((i,a)=>a.spread>i.spread?
a:i),{digits:s}=u.measures[e],{title:r}=u.topics[o.topic];return o.spread>0&&oe("Runs differ most on topic ",W("topic",o.topic),r&&` (${r})`,`: the middle half \
of them has ${M(e)} from ${v(o.low,s)} to ${v(o.high,s)}.`)}function Ds(){let{measure:e,heat:t,topics_by:n,runs_by:o,filter:s,only:r,subset:i,colour:a}=_,[l,c]=N(
null),d=B(()=>Is(c),[e,t,n,o,s,r,i,a]),p=u.topics.some($=>$.relevant!==null),f=$=>Object.entries($).filter(([g])=>g!=="relevant"||p).map(([g,[b]])=>[g,b]),m=B(()=>Hs(
e),[e,i,s,r]);return h`${m}<${ce}><${le} words="Topics by" name="topics_by" options=${f(Tn)} />
      <${le} words="Runs by" name="runs_by" options=${f(En)} />
      <${le} words="Cells show" name="heat" options=${[["","values"],["residual","values less the topic's median"]]} /><//>
    ${d?h`${d.above}<${Jo} figure=${d.figure} /><p class="readout">${l&&l.figure===d.figure?h`<b>${cr(e,l.topic,l.run)}</b> · topic ${W("topic",l.topic)} · run ${W(
"run",l.run)}`:"Click a cell, or move with the arrow keys, to see which it is."}</p>${d.below}`:L("No run is left by the filter, or no topic is in the subset")}`}
se({id:"heatmap",title:"Topics and runs",order:30,there:()=>u.runs.length>1&&u.topics.length>1},Ds);var fr=[{sign:"†",says:"does not answer exactly the judged topics",of:({missing:e,left_out:t,extra:n})=>[[e,"missing"],[t,"left out"],[n,"ignored"]].filter(([
o])=>o.length).map(([o,s])=>`${o.length} ${s}`).join(", ")},{sign:"‡",says:"has documents that share their score with another of the same topic",of:({tied:e})=>e?
`${e} tied`:""},{sign:"§",says:"was repaired before the evaluation, lines changed",of:({repairs:e})=>Object.entries(e).map(([t,n])=>`${t}: ${n}`).join(", ")}],
Fs=40,qs="The standard error that the sample of judgments leaves";function Ws(e,t){let n=$e(),o=ae(e),s=et(o),r=s?" of mean":"",i=Re(),[a,...l]=Ze(({run:p})=>p,
zs),c=Object.entries({..._.subset&&{"all topics":[...u.topics.keys()]},...u.subsets}).filter(([p])=>p!==_.subset);return[a,t&&{name:`${ft()} interval${r}`,key:"\
interval",value:({mean:p})=>p,cell:({run:p,mean:f,low:m,high:$,error:g})=>typeof m!="number"?"–":h`<${Ko} axis=${t} value=${f} low=${m} high=${$} error=${g} width=${Jt()} colour=${n.
ofRun(p)} />`,under:h`<span class="ends" style="width:${Jt()}px"><span>${t.low}</span><span>${t.high}</span></span>`},...l.map(p=>({...p,key:p.name,rare:i})),{name:"\
rank",key:"rank",rare:i,kind:"begins",rising:!0,digits:0,value:({rank:p})=>p},...P(u.measures.length,p=>Number(i&&p===e)).map(p=>({...Vs(p,p===e),key:u.measures[p].
label})),...c.map(p=>Us(e,p)),s&&{name:"mean",kind:"begins",value:({mean:p})=>p},...o?[{name:`ranks${r}`,key:"ranks",kind:"begins",rising:!0,help:u.words.ranks.
text,value:({rankLow:p,rankHigh:f})=>p+f/1e4,cell:({rankLow:p,rankHigh:f})=>p===f?`${p}`:`${p}–${f}`},...o.letters?[{name:"letters",key:"letters",rare:!0,text:!0,
help:`Runs that share one are ${u.words.pairs.not_shown} than each other`,value:p=>p.position,cell:p=>p.letters}]:[]]:[]].filter(Boolean)}function dr({key:e,rare:t}){
return!e||!!t===_.columns.includes(e)}function Us(e,[t,n]){let{digits:o,lower_is_better:s}=u.measures[e];return{name:`${M(e)}: ${t}`,key:`subset ${t}`,rare:!0,rising:s,
digits:o,help:`${M(e)} over the ${x(n.length,"topic")} of the subset ${t}`,value:({run:r})=>X(e,r,n)}}function Vs(e,t){let{label:n,digits:o,lower_is_better:s}=u.
measures[e],r=u.runs.map((d,p)=>X(e,p)),i=r.filter(d=>d!==null),[a,l]=[Math.min(...i),Math.max(...i)],c=o&&a<l?s?a:l:null;return{name:n,rising:s,kind:t?"by":"",
value:({run:d})=>r[d],clicked:t?void 0:()=>{F({measure:e,sort:""},{section:"leaderboard"}),Y(`Leaderboard by ${n}`)},cell:({run:d})=>{let[p,f]=[r[d],_.subset?null:
u.errors[e][d]],m=p!==null&&p===c?h`<strong>${v(p,o)}</strong>`:v(p,o);return f===null?m:[m,h`<span class="caption" title=${qs}> ± ${v(f,o)}</span>`]}}}function zs(e){
return fr.filter(({of:t})=>t(u.runs[e])).map(({sign:t,of:n})=>h`<sup title=${n(u.runs[e])}>${t}</sup>`)}function Gs(){return fr.flatMap(({sign:e,says:t,of:n})=>{
let o=u.runs.filter(i=>n(i)),s=o.slice(0,5).map((i,a)=>[a?", ":"",T(i.name),` (${n(i)})`]),r=o.length>5?` and ${o.length-5} more`:"";return o.length?[[`${e} ${t}\
: `,...s.flat(),r]]:[]})}function Ks(e,t){let n=ae(e),o=M(e),{summary:s,lower_is_better:r}=u.measures[e],i=!n&&!u.not_compared&&!t&&!_.subset,a=n?n.notes:[`${o}\
: ${s} over topics; ${Se()}`,_.subset?h`<strong>${Je(o)}</strong>`:Je(o)],l=[[!n&&t,`interval: ${u.measures[e].interval}`],[i,`there are no intervals: ${o} is n\
o mean, or not all runs have the same topics`],[et(n),`rank, ${o}: ${s} over the topics of each run; everything else is of the mean`],[!n&&r,`${o}: less is bett\
er`],[!_.subset&&u.errors[e].some(c=>c!==null),`±, and the thick part of intervals: the standard error that the sample of judgments leaves in ${o} on these top\
ics; intervals hold it and that of the topics`],[u.runs.length>1,"bold: the best value of each measure, counts aside"]];return[...a,...l.filter(([c])=>c).map(([
,c])=>c),...Gs(),...u.refused?[["refused and not listed: ",h`<a href="#about">${x(u.refused,"run")}</a>`]]:[]]}function ur(e,t){let{summary:n}=u.measures[e],o=ae(
e);return[`${n} over ${x(q().length,"topic")}${ie()}`,t&&u.measures[e].interval,o&&`ranks: ${ft()} confidence`].filter(Boolean).join("; ")}function Ys({rows:e,axis:t,
group:n}){let o=$e(),s=e.filter(({low:$})=>typeof $=="number"),r=s.filter(({run:$})=>n?.runs.has($)).map(({run:$})=>$),i=new Map([...s].reverse().map(({run:$})=>[
o.ofRun($),$])),a=s.length<=Fs,l=new Set([...i.values(),r[0],r[r.length-1],_.run,_.other,_.against]),c=a?18:7,d=8+c*s.length,[p,f]=[190,Jt()],m=0;return h`<svg class="figure" role="img" aria-label="Leaderboard by ${M()}. ${x(
s.length,"run")} with their intervals." viewBox=${`0 0 ${p+f+70} ${d+24}`}>
    ${t.ticks.map($=>h`<path class="grid" d=${`M${p+t($)} 0V${d}`} /><text class="tick" text-anchor="middle" x=${p+t($)} y=${d+16}>${$}</text>`)}
    <path class="near-band" d=${s.map(({run:$},g)=>r.includes($)?`M0 ${8+c*g}H${p+f+70}v${c}H0z`:"").join("")} />
    ${s.map(({run:$,mean:g,low:b,high:y},w)=>{let S=8+c*(w+.5),[I,U,V]=[g,b,y].map(k=>p+t.clamped(k)),D=a||l.has($)&&S>=m;return D&&(m=S+12),h`<path d=${`M${U} ${S}\
H${V}`} stroke=${o.ofRun($)} stroke-width="1.4" /><circle cx=${I} cy=${S} r=${a?3.5:2.4} fill=${o.ofRun($)} />
        ${D&&h`<text x=${p-10} y=${S+4} text-anchor="end">${de(u.runs[$].name)}</text>
          <text x=${p+f+10} y=${S+4}>${v(g,u.measures[_.measure].digits)}</text>`}`})}</svg>`}function Jt(){if(Re())return 64;let e=u.measures.length+Ze().length-
9;return window.innerWidth<1e3?128:Math.min(320,Math.max(180,320-35*e))}function Js(e,t){let n=t.filter(({low:a})=>a!=null);if(!n.length)return null;let[o,s]=Me(
e),[r,i]=[Math.max(o,Math.min(...n.map(({low:a})=>a))),Math.min(s,Math.max(...n.map(({high:a})=>a)))];return Le(r,i>r?i:r+1,4,Jt()-4,5)}function Xs(){let e=bt().
map(t=>({name:t,values:Ie(t)})).filter(({values:t})=>t.length>1);return e.length?h`<details class="data"><summary>Choose ${e.map(({name:t})=>t==="group"?"groups":
t).join(", ")}</summary>
    <div class="panel">${e.map(({name:t,values:n})=>{let o=s=>s.startsWith(`${t}:`);return h`<${mt} title=${t==="group"?"Groups":t} items=${n.map(s=>({key:`${t}\
:${s}`,name:s}))}
        checked=${_.only.filter(o)} changed=${s=>{F({only:[..._.only.filter(r=>!o(r)),...s].sort()})}} />`})}</div></details>`:null}function Qs({columns:e}){let t=e.
filter(({key:o})=>o),n=o=>{let s=t.filter(({key:r,rare:i})=>o.has(r)===!!i).map(({key:r})=>String(r));F({columns:[..._.columns.filter(r=>!t.some(i=>i.key===r)),
...s].sort()})};return h`<details class="data"><summary>Choose columns</summary>
    <div class="panel"><${mt} title="Columns" items=${t} checked=${t.filter(dr).map(({key:o})=>o)} changed=${n} /></div></details>`}function Zs(e){let t=e.findIndex(
({name:s})=>s===_.sort.replace(/^-/,""));if(t>=0)return{column:t,ascending:!_.sort.startsWith("-")};let n=e.findIndex(({kind:s})=>s&&s.split(" ").includes("by")),
o=n>=0?n:e.findIndex(({name:s})=>s==="rank");return{column:o,ascending:!!e[o].rising}}function ei(){let[e,t]=N(""),n=me(null);return ee(()=>{let o=n.current.nextElementSibling,
s=()=>{let{right:i}=o.getBoundingClientRect(),a=[...o.querySelectorAll("thead th")].filter(l=>l.getBoundingClientRect().right>i+8);o.classList.toggle("cut",a.length>
0),t(a.map(l=>l.querySelector("button").textContent).join(", "))};o.addEventListener("scroll",s,{passive:!0});let r=new ResizeObserver(s);for(let i of[o,o.firstChild])
r.observe(i)},[]),h`<p class="caption more" hidden=${!e} ref=${n}>Further to the right: ${e} →</p>`}function ti({measure:e}){let t=Eo(e),n=t.filter(({run:m})=>Oe(
m)),o=Js(e,t),s=Ws(e,o),r=$e(),i=s.filter(dr),a=Lo(e),l=[{d:"M1 0h14v12h-14z",class:"near-band"},a&&a.run>=0?`are not shown to differ from ${u.runs[a.run].name}`:
u.words.best.not_shown],c=u.runs.map(m=>m.averaged),[d,p]=[Math.min(...c),Math.max(...c)],f=`${n.length} of ${x(t.length,"run")}`;return ee(()=>Y(f),[_.filter,_.
only]),h`
    ${d<p&&h`<p class="warning">Averaged over ${x(d,"topic",p)}: the runs are not comparable.</p>`}
    <${ce}>
      <${pt} words="Filter by run or group" value=${_.filter} changed=${m=>F({filter:m},{again:!0})} />
      ${u.boards.length>0&&h`<${le} words="Shade runs that" name="against" options=${[[-1,u.words.best.not_shown],...ut().map(([m,$])=>[m,`are not shown to diff\
er from ${$}`])]} />`}
      ${bt().length>1&&h`<${le} words="Colour by" name="colour" options=${bt().map(m=>[m,m])} value=${r.name} />`}
      <span class="caption">${f}</span><${Xs} /><${Qs} columns=${s} />
    <//>
    <${he} listed=${[...o?He(r):[],...a?[l]:[]]} />
    ${o&&h`<div class="picture" aria-hidden="true"><${Ys} rows=${[...n].sort((m,$)=>Number(m.rank)-Number($.rank))} axis=${o} group=${a} />
      <p class="caption">${ur(e,!0)}</p></div>`}
    <${ei} />
    <${je} columns=${i} rows=${n} sorted=${Zs(i)} kind="frozen" most=${60} empty="No run has these words."
      title="Leaderboard by ${M()}${_.subset&&`, ${x(q().length,"topic")}${ie()}`}"
      sortedBy=${({name:m},$)=>F({sort:`${$?"":"-"}${m}`},{section:"leaderboard"})}
      rowAttributes=${({run:m})=>({key:m,class:a&&a.runs.has(m)?m===a.run?"near reference":"near":null})} />
    <p class="caption">${ur(e,!!o)}.</p>
    ${a&&h`<p class="caption">${Ro(a)}.</p>`}
    <details class="data"><summary>How this was computed</summary><ul class="notes">${Ks(e,o).map(m=>h`<li>${m}</li>`)}</ul></details>`}se({id:"leaderboard",title:"\
Leaderboard",order:10},()=>{let{measure:e,filter:t,only:n,against:o,columns:s,sort:r,subset:i,colour:a}=_;return B(()=>h`<${ti} measure=${e} />`,[e,t,n,o,s,r,i,
a])});var Ln=["auto","light","dark"];function ni(){let e=ne("theme"),t=0;e.hidden=!1,e.addEventListener("click",()=>{t=(t+1)%Ln.length,document.documentElement.dataset.
theme=Ln[t],e.textContent=`Theme: ${Ln[t]}`})}function pr(e,t=()=>{}){document.addEventListener("unpacked",n=>{ni();for(let o of document.querySelectorAll(".ver\
dict, nav ul"))dt(o,"a");e(n.detail),document.documentElement.dataset.ready="yes",t()},{once:!0})}var[hr,mr]=["var(--hue-0)","var(--hue-1)"];function oi(e,t,n){let{digits:o}=u.measures[e];return q().map(s=>({topic:s,row:u.values[e][s]})).filter(({row:s})=>s[t]!==
null&&s[n]!==null).map(({topic:s,row:r})=>({topic:s,difference:(Number(r[t])-Number(r[n]))/(o?u.unit:1)}))}function ri(e,t,n){let o=n.reduce((r,i)=>r+i,0)/n.length,
s=n.reduce((r,i)=>r+(i-o)**2,0);return Be(e)||s<1e-12?0:t.quantile*Math.sqrt(s/(n.length-1)/n.length)}function si(e,t,n,o){let s=o.filter(({difference:g})=>A(e,
g)>0).length,r=o.filter(({difference:g})=>A(e,g)<0).length,i=[t,n].map(g=>Number(Ye(e,g,o.map(({topic:b})=>b)))),a=ae(e),[l,c,d]=a?[a.p,a.corrected,a.errors].map(
g=>gn(a,t,n,g)):[null,null,null],p=a&&ri(e,a,o.map(({difference:g})=>g)),f=[...p?[[`${ft()} interval`,[-1,1].map(g=>ve(i[0]-i[1]+g*p)).join(" to ")]]:[],...l===
null?[]:[["p of this pair",It(l)]],...a&&c!==null?[[`p among all ${a.corrected.length.toLocaleString("en")} pairs`,It(c)]]:[],...d===null?[]:[["standard error o\
f the sample",v(d)]]],m=[Be(e)?"geometric mean":"mean","difference","topics won","topics tied",...f.map(([g])=>g)],$=(g,b,y,w)=>[W("run",g),v(b),ve(b-y),String(
w),String(o.length-s-r),...f.map(([,S])=>S)];return h`<${ge} title="${M(e)} of both runs over ${x(o.length,"topic")}" few=${!0}
    heads=${[["run","text"],...m.map(g=>[g,"number"])]} rows=${[$(t,i[0],i[1],s),$(n,i[1],i[0],r)]} />`}function ii(e,t,n,o){let s=o.filter(({difference:d})=>A(
e,d)>0).length,r=o.filter(({difference:d})=>A(e,d)<0).length,[i,a]=[t,n].map(d=>Number(Ye(e,d,o.map(({topic:p})=>p)))),l=ae(e),c=l&&gn(l,t,n,l.p);return oe(T(u.
runs[t].name)," is better than ",T(u.runs[n].name),` on ${s} of ${x(o.length,"topic")}, worse on ${r}; `,`the ${Be(e)?"geometric means":"means"} differ by ${ve(
i-a)}${c===null?"":` (p of this pair ${It(c)})`}.`)}function $r(e,t,n,o){let[s,r]=[t,n].map(i=>G(de(u.runs[i].name,o)));return tt("difference",{measure:M(e),run:s,
other:r})}function ai(e,t,n,o){let{digits:s,lower_is_better:r}=u.measures[e],i=$r(e,t,n,20),a=Math.max(...o.map(({difference:f})=>Math.abs(f)))||1,[l,c]=ct(-a,a,
7),d=Math.max(0,Math.ceil(-Math.log10(c-l)-1e-9)),p=(f,m)=>`${G(u.runs[f].name)} ${v(H(e,m,f),s)}`;return{title:i.title,description:`Bars ${r?"below zero are ga\
ins, bars above":"above zero are gains, bars below"} are losses.`,axis:{label:i.x,low:-a,high:a,most:7,words:f=>ve(f,d)},height:318,marks:[{kind:"bar",of:f=>o[f].
difference?[0,o[f].difference]:null,colour:f=>A(e,o[f].difference)>0?hr:mr}],lines:[[0,"axis"]],share:{screen:.66,paper:.62},...Qe(o,({topic:f,difference:m})=>`${p(
t,f)}
${p(n,f)}
difference ${ve(m,s)}`)}}function li(e,t,n,o){let{digits:s}=u.measures[e],[r,i]=Me(e),a=c=>({label:`${M(e)} of ${G(de(u.runs[c].name,20))}`,low:r,high:i}),l=c=>[
n,t].map(d=>Number(H(e,c,d)));return{title:`${M(e)} of both runs on ${x(o.length,"topic")}`,description:"On the diagonal both are equal.",x:a(n),y:a(t),points:o.
map(({topic:c,difference:d})=>({at:l(c),class:A(e,d)>0?"gain":A(e,d)<0?"loss":"dot"})),...Qe(o,({topic:c,difference:d})=>`${l(c).map(p=>v(p,s)).reverse().join("\
 and ")}
difference ${ve(d,s)}`),share:{screen:.34,paper:.37}}}function ci(e,t){let n=e&&(e.p?"p of this pair: by itself, for two runs chosen beforehand":"p of this pair\
 alone: by the command of this section");return e?`${e.test}, two-sided; ${n}; p among all pairs: corrected together; ${e.over.join("; ")}`:!_.subset&&Je(M(t))}
function ui(e,t,n){let o=oi(e,t,n);if(t===n||!o.length)return h`<p>${t===n?"Choose two different runs.":"No topic was evaluated for both runs."}</p>`;let s=_.pair_by===
"topic"?o:P(o.length,c=>A(e,o[c].difference)).map(c=>o[c]),[r,i]=[t,n].map(c=>G(de(u.runs[c].name,40))),a=ae(e),l=(c,d)=>[{fill:c,d:"M3 0h10v12h-10z"},d];return h`${ii(
e,t,n,o)}${si(e,t,n,o)}
    ${!a&&_.subset&&h`<p class="warning">${Je(M(e))}</p>`}
    <${he} listed=${[l(hr,`above zero: ${r} is better`),l(mr,`below zero: ${i} is better`)]} />
    <div class="aside"><div><${Ve} figure=${ai(e,t,n,s)} /></div><div><${Qo} figure=${li(e,t,n,s)} /></div></div>
    ${L($r(e,t,n,40).x,`${x(o.length,"topic")}${ie()} that both were evaluated on`,u.dialect&&`dialect ${u.dialect}`,"tied: equal in all decimals shown",ci(a,e))}
    <${pe} title="${M(e)} of both runs" heads=${["topic",u.runs[t].name,u.runs[n].name,"difference"]}
      rows=${()=>s.map(({topic:c,difference:d})=>[u.topics[c].id,...[t,n].map(p=>H(e,c,p)),d])} />`}se({id:"pair",title:"Two runs",order:40,there:()=>u.runs.length>
1},()=>{let{measure:e,run:t,other:n,subset:o,pair_by:s}=_,r=B(()=>ui(e,t,n),[e,t,n,o,s]),i=()=>{F({run:n,other:t}),Y(`${u.runs[n].name} compared with ${u.runs[t].
name}`)};return h`<${ce}><${le} words="Run" name="run" options=${ut()} />
      <${le} words="Compared with" name="other" options=${ut()} /><${Q} pressed=${i}>Swap<//>
      <${le} words="Topics by" name="pair_by" options=${[["gain","difference, largest gain first"],["topic","topic"]]} /><//>
    <div>${r}</div>`});function _r(e,t,n){return{value:t[n],rank:Dt(e,t,n),...Ht(e,t)}}se({id:"participants",title:"One run",order:90},()=>{let{run:e,measure:t,subset:n}=_,[o,s]=N(""),
r=d=>[...u.runs.keys()].filter(p=>!d||u.runs[p].group===d);r(o).includes(e)||s("");let i=Ie("group"),a=d=>{s(d),r(d).includes(e)||F({run:r(d)[0]})},c=[[di,t,n],
[pi,t,n],[mi,t,n],[hi,t,n],[gi,n],[bi],[wi,n],[yi]].map(([d,...p])=>B(()=>h`<div>${d(e,t)}</div>`,[e,...p]));return h`<${ce}>
      ${i.length>0&&h`<${Xe} words="Group" value=${o} changed=${a} options=${[["","all groups"],...i.map(d=>[d,d])]} />`}
      <${Xe} words="Run" options=${r(o).map(d=>[d,u.runs[d].name])} value=${e}
        changed=${d=>F({run:Number(d)})} /><//>
    ${c[0]}${[1,3,5].map(d=>h`<div class=${`halves${d===1?" tables":""}`}>${c.slice(d,d+2)}</div>`)}${c[7]}`});function fi(e){let{measure:t}=_,{digits:n}=u.measures[t],
o=u.runs.map((a,l)=>X(t,l)),s=Bn(e,t),r=s.filter(({difference:a})=>A(t,a)>0).length,i=`: ${M(t)} ${v(o[e],n)}`;return u.runs.length===1?oe(T(u.runs[e].name),i,`\
 over ${x(s.length,"topic")}.`):oe(T(u.runs[e].name),i,`, rank ${Dt(t,o,e)}; better than the median of all runs on ${r} of ${x(s.length,"topic")}.`)}function di(e){
let{name:t,group:n,retrieved:o,averaged:s}=u.runs[e],r=[...u.runs.keys()].filter(i=>n&&i!==e&&u.runs[i].group===n);return h`${fi(e)}<h3>${T(t,1/0)}</h3>
    <p class="facts">${_t().filter(i=>we(i,e)).map(i=>h`${i} ${T(we(i,e))} · `)}${x(o,"document")} retrieved · ${x(s,"topic")} evaluated${r.length>0&&h` · other runs of the group: ${r.
map((i,a)=>h`${a>0&&", "}${W("run",i)}`)}`}</p>`}function pi(e,t){if(u.runs.length===1)return h`<h3>By every measure</h3><${ge} title="The run by every measure" few=${!0} heads=${[
["measure","text"],["value","number"]]}
      rows=${u.measures.map(({digits:o},s)=>[M(s),v(X(s,e),o)])} />${L(Se(!1))}`;let n=u.measures.map(({digits:o},s)=>{let{value:r,rank:i,best:a,bestRun:l,median:c,
worst:d}=_r(s,u.runs.map((p,f)=>X(s,f)),e);return[M(s)+(s===t?" (chosen)":""),v(r,o),i,v(a,o),W("run",l),v(c,o),v(d,o)]});return h`<h3>By every measure</h3><${ge} title="The run by every measure" rows=${n} heads=${[
["measure","text"],["value","number"],["rank","number"],["best","number"],["best run","text"],["median","number"],["worst","number"]]} />
    ${L("Best, median and worst of all runs; equal values share the best of their ranks",Se(!1))}`}function Bn(e,t){return q().map(n=>({topic:n,..._r(t,ke(t,n),
e)})).filter(({value:n})=>n!==null).map(n=>({...n,difference:Number(n.value)-Number(n.median)})).sort((n,o)=>A(t,o.difference-n.difference)||n.topic-o.topic)}function hi(e,t){
let{digits:n,lower_is_better:o}=u.measures[t],s=Bn(e,t);if(!s.length)return h`<p>The run was not evaluated on any topic.</p>`;if(u.runs.length===1)return null;let r=M(
t),i=s.filter(({difference:$})=>A(t,$)<0),a=s.filter(({difference:$})=>A(t,$)>0),[l,c]=o?["below","above"]:["above","below"],d=$=>v($,n),[p,f]=Me(t),m={title:`${r}\
 of the run on ${x(s.length,"topic")}`,description:"Between the worst and the best run of each topic, with the median.",axis:{label:r,low:p,high:f},height:260,share:{
screen:.5},marks:[{kind:"bar",class:"reach",half:6,of:$=>[s[$].worst,s[$].best]},{kind:"tick",half:6,of:$=>s[$].median},{kind:"point",of:$=>s[$].value}],...Qe(s,
({value:$,rank:g,best:b,bestRun:y,median:w,worst:S,difference:I})=>`the run ${d($)}, rank ${g}
median ${d(w)}, difference ${ve(I,n)}
best ${d(b)}: ${G(u.runs[y].name)}
worst ${d(S)}`)};return h`<h3>${r} by topic</h3>
    <${he} listed=${[[{d:"M8 1a5 5 0 1 0 .1 0z",class:"own"},"the run"],[{d:"M2 6H14",class:"median"},"median of all runs"],[{d:"M5 0h6v12h-6z",class:"reach"},"\
from the worst to the best run"]]} />
    <${Ve} figure=${m} />
    ${L("Topics by the difference to the median, the largest gain first",`${l} the median on ${a.length} and ${c} it on ${i.length} of ${x(s.length,"topic")}`,Se(
!1))}
    <${pe} title="${r} of the run by topic" heads=${["topic","value","rank","best","median","worst","difference to the median"]}
      rows=${()=>s.map(({topic:$,value:g,rank:b,best:y,median:w,worst:S,difference:I})=>[u.topics[$].id,d(g),b,d(y),d(w),d(S),ve(I,n)])} />`}function mi(e,t){let{
digits:n,lower_is_better:o}=u.measures[t],s=Bn(e,t).filter(({difference:a})=>A(t,a)<0).reverse().slice(0,10),r=o?"above":"below";if(u.runs.length===1)return null;
if(!s.length)return h`<p>The run is ${r} the median on no topic.</p>`;let i=s.some(({topic:a})=>u.topics[a].title);return h`<h3>Furthest ${r} the median</h3>
    <${ge} title="Topics furthest ${r} the median by ${M(t)}" heads=${[["topic","text"],...i?[["title","text"]]:[],["value","number"],["median","number"],["diff\
erence","number"],["rank","number"]]}
      rows=${s.map(({topic:a,value:l,median:c,difference:d,rank:p})=>[W("topic",a),...i?[T(u.topics[a].title||"–",40)]:[],v(l,n),v(c,n),ve(d,n),p])} />`}var gr=[
["var(--hue-0)",""],["var(--hue-1)","M0 3H6"],["var(--hue-4)","M0 0L6 6M0 6L6 0"]];function $i(e){let{measure:t,perfect:n,missed:o,unjudged:s}=u.losses;return q().
flatMap(r=>{let i=u.values[t][r][e],a=o[r][e];if(i===null||a===null)return[];let l=n[r]-i,c=[a,l-a-s[r][e],s[r][e]];return[{topic:r,value:i/u.unit,total:l/u.unit,
parts:c.map(d=>d/u.unit)}]})}function Rn(e){return v(e!==null&&Math.abs(e)<5e-4?0:e,3)}function gi(e){let t=h`<h3>Where the loss comes from</h3>`;if(!u.losses)return h`${t}<p>Not known: losses are computed from the runs themselves, which results do not have, by a measure with a perfect value.</p>`;
let n=$i(e).sort((l,c)=>c.total-l.total||l.topic-c.topic);if(!n.length)return h`${t}<p>The run was not evaluated on any topic.</p>`;let{parts:o,measure:s}=u.losses,
r=M(s),i=Number(We(n.map(l=>l.total))),a=[...o.map((l,c)=>Number(We(n.map(d=>d.parts[c])))),i];return h`${t}
    <${ge} title="The mean loss in ${r} and its parts" few=${!0} heads=${[["part","text"],["loss","number"],["share","number"]]}
      rows=${a.map((l,c)=>[o[c]||"all",v(l,3),i>0?Pe(l/i):"–"])} />
    <${he} listed=${o.map((l,c)=>[{d:"M0 0H16V12H0Z",fill:`url(#loss-${c})`},l])} />
    <${Ve} figure=${_i(r,n)} />
    ${L(`Loss in ${r} against a perfect ranking, over ${x(n.length,"topic")}${ie()}, the largest first; it does not follow the measure chosen above`,"missed: re\
levant documents that the run does not retrieve","ranked low: relevant documents below non-relevant ones","unjudged on top: unjudged documents above judged ones",
"the parts add up to the loss",n.some(l=>l.parts.some(c=>c<-5e-4))&&"parts below 0 are not drawn")}
    <${pe} title="Losses in ${r}" heads=${["topic",r,"loss",...o]} rows=${()=>n.map(({topic:l,value:c,total:d,parts:p})=>[u.topics[l].id,v(c),...[d,...p].map(Rn)])} />`}
function _i(e,t){let{parts:n}=u.losses,o=(s,r)=>t[s].parts.slice(0,r).reduce((i,a)=>i+Math.max(0,a),0);return{title:`Loss in ${e} on ${x(t.length,"topic")}`,description:"\
Each bar is divided into what is missed, ranked low, and unjudged on top.",share:{screen:.5},axis:{label:"loss",low:0,high:Math.max(...t.map(({total:s})=>s),.01)},
marks:gr.map((s,r)=>({kind:"bar",colour:()=>`url(#loss-${r})`,of:i=>t[i].parts[r]>0?[o(i,r),o(i,r+1)]:null})),defs:gr.map(([s,r],i)=>h`<pattern id="loss-${i}" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0 0H6V6H0Z" fill=${s} />
      <path d=${r} stroke="var(--ground)" stroke-width="1.4" fill="none" /></pattern>`),...Qe(t,({value:s,total:r,parts:i})=>[`${e} ${v(s)}, loss ${Rn(r)}`,...n.
map((a,l)=>`${a} ${Rn(i[l])}`)].join(`
`))}}function bi(e){if(u.runs.length===1)return null;let t=h`<h3>Relevant documents missed that others rank high</h3>`;if(!u.missed)return h`${t}<p>Not known: results do not have the documents of the runs.</p>`;
let n=u.runs.length-1,o=u.missed[e].map(([s,r,i,a,l,c])=>[W("topic",s),Kt(r),Gt(i),a===null?"not retrieved":String(a),`${l} of ${n}`,String(c)]);return o.length?
h`${t}
    <${ge} title="Relevant documents missed" rows=${o} heads=${[["topic","text"],["document","prose"],["judgment","text"],["own rank","number"],["others","numbe\
r"],["best rank","number"]]} />
    ${L("Not retrieved, or beyond rank 100; others: how many of the other runs have the document within rank 10","the ten that most others have, over all topics",
"best rank: the highest in any other run")}`:h`${t}<p>${n?"None: what other runs have within rank 10, this run has within rank 100.":"There is no other run."}</p>`}
function vi(e){let{topics:t}=u.first;return q().flatMap(n=>t[n].runs[e].map((o,s)=>({topic:n,doc:t[n].docs[o],grade:t[n].grades[o],rank:s+1,others:Nn(n)[o]-1}))).
filter(({grade:n})=>n>=0&&n<Number(u.relevance_level)).sort((n,o)=>n.rank-o.rank||n.others-o.others||n.topic-o.topic)}function wi(e){let t=h`<h3>Non-relevant documents ranked first</h3>`;
if(!u.first)return h`${t}<p>Not known: results do not have the documents of the runs.</p>`;let{depth:n}=u.first,o=vi(e);if(!o.length)return h`${t}<p>None within rank ${n} of any topic.</p>`;
let s=(r,i=o.length)=>h`<${ge} title=${r} heads=${[["topic","text"],["document","prose"],["rank","number"],["judgment","text"],...u.runs.length>1?[["others","nu\
mber"]]:[]]} rows=${o.slice(0,i).map(({topic:a,doc:l,rank:c,grade:d,others:p})=>[W("topic",a),Kt(l),String(c),Gt(d),...u.runs.length>1?[`${p} of ${u.runs.length-
1}`]:[]])} />`;return h`${t}${s("Non-relevant documents ranked first",10)}
    ${o.length>10&&h`<${wn} words="All ${o.length} non-relevant documents" make=${()=>s("All non-relevant documents")} />`}
    ${L(`Judged not relevant, within rank ${n}${_.subset&&" of a topic"}${ie()}; the first ranks first`,u.runs.length>1&&`others: how many of the other runs hav\
e the document within rank ${n}`)}`}function yi(e){let t=u.runs[e],{unjudged:n}=u,o=kn.filter(({of:r})=>r(t)).map(({name:r,cell:i})=>[r,i(t)]);for(let[r,i]of Object.
entries({missing:t.missing,"left out":t.left_out,"without judgments":t.extra}))i.length&&o.push([`the topics ${r}`,h`<bdi>${i.join(", ")}</bdi>`]);let s=n?[["un\
judged",n.cutoffs.map((r,i)=>`${Pe(Ut(e,i))} of the first ${r}`).join(", ")]]:[];return h`<h3>What was noticed</h3>
    <dl class="known">${[...s,...o].map(([r,i])=>h`<dt>${r}</dt><dd>${i}</dd>`)}</dl>
    ${!o.length&&h`<p>No ties, repairs, findings or warnings; the run answers exactly the judged topics.</p>`}`}function xi(e){let t=e.cloneNode(!0);for(let o of t.querySelectorAll("sup, svg, .ends"))o.remove();for(let o of t.querySelectorAll("bdi.name[title]"))o.textContent=
o.getAttribute("title");let n=(t.textContent||"").trim().replace(/\s+/g," ");return n==="–"?"":n.replace(/^−(?=[\d.])/,"-")}async function br(e){return e.dispatchEvent(
new Event("whole")),await null,[...e.rows].map(t=>[...t.cells].map(xi))}var yr=e=>/^[-+]?\d[\d,]*(\.\d+)?(e[-+]?\d+)?([ \u00a0]%)?$/.test(e);function vr(e){return/^[=+@\t-]/.
test(e)&&!yr(e)?`'${e}`:e}var ki={TSV:["tsv",e=>e.map(t=>t.map(vr).join("	")).join(`
`)],CSV:["csv",e=>e.map(t=>t.map(vr).map(n=>/[",\n]/.test(n)?`"${n.replaceAll('"','""')}"`:n).join(",")).join(`
`)],Markdown:["md",([e,...t])=>[e,Mi(t,e.length,"---","--:"),...t].map(n=>`| ${n.map(o=>o.replaceAll("\\","\\\\").replaceAll("|","\\|")).join(" | ")} |`).join(`\

`)]};function Mi(e,t,n,o){let s=r=>e.every(i=>!i[r]||yr(i[r]))&&e.some(i=>i[r]);return Array.from({length:t},(r,i)=>s(i)?o:n)}var Oi=["fill","fill-opacity","str\
oke","stroke-width","stroke-dasharray","stroke-linejoin","opacity","font-size","font-family","font-weight","text-anchor","display"];function xr(e){let t=e.cloneNode(
!0),n=[e,...e.querySelectorAll("*")];return[t,...t.querySelectorAll("*")].forEach((o,s)=>{let r=getComputedStyle(n[s]);o.removeAttribute("class"),o.setAttribute(
"style",Oi.map(i=>`${i}:${r.getPropertyValue(i).replaceAll('"',"'")}`).join(";"))}),t}function kr(e){let t=xr(e),{width:n,height:o}=e.viewBox.baseVal,[s,r,i]=[ji(
e),Ai(e),Math.max(n,360)];t.querySelectorAll(".mark").forEach($=>$.remove());let{color:a,backgroundColor:l}=getComputedStyle(document.body),c=Xt("svg",{xmlns:Mr,
"font-family":"system-ui, 'DejaVu Sans', sans-serif","font-size":12,fill:a}),d=c.appendChild(Xt("rect",{fill:l})),p=6,f=($,g={})=>{for(let b of Si($,i-16))p+=16,
c.appendChild(Xt("text",{x:8,y:p,...g})).textContent=b};f(jr(e),{"font-size":14,"font-weight":600}),p+=8;let m=8;for(let{sign:$,words:g}of s){let b=30+Or(g);m+b>
i&&m>8&&([m,p]=[8,p+18]),c.append(wr($,m,p+2,16,12)),c.appendChild(Xt("text",{x:m+20,y:p+12})).textContent=g,m+=b+8}s.length&&(p+=22);for(let $ of Ci(e))c.append(
wr($,0,p,$.viewBox.baseVal.width,$.viewBox.baseVal.height)),p+=$.viewBox.baseVal.height+4;for(let[$,g]of Object.entries({x:0,y:p,width:n,height:o}))t.setAttribute(
$,String(g));c.append(t),p+=o,r&&f(r,{"font-size":11});for(let $ of[c,d])for(let[g,b]of Object.entries({width:i,height:p+12}))$.setAttribute(g,String(b));return new XMLSerializer().
serializeToString(c)}var Mr="http://www.w3.org/2000/svg";function Xt(e,t){let n=document.createElementNS(Mr,e);for(let[o,s]of Object.entries(t))n.setAttribute(o,
String(s));return n}function wr(e,t,n,o,s){let r=xr(e);r.setAttribute("overflow","visible");for(let[i,a]of Object.entries({x:t,y:n,width:o,height:s}))r.setAttribute(
i,String(a));return r}function Or(e){let t=document.createElement("canvas").getContext("2d");return t.font=`12px ${getComputedStyle(document.body).fontFamily}`,
t.measureText(e).width}function Si(e,t){let n=[""];for(let o of e.split(" ")){let s=`${n[n.length-1]} ${o}`.trim();Or(s)<=t||!n[n.length-1]?n[n.length-1]=s:n.push(
o)}return n}function Sr(e){return e.closest(".aside")||e.closest(".explorable, .picture")||e}function jr(e){return(e.getAttribute("aria-label")||"").split(". ")[0]}
function ji(e){let t=[];for(let n=Sr(e).previousElementSibling;n&&!n.matches("h3, .figure, .explorable");n=n.previousElementSibling)t.push(...[n,...n.querySelectorAll(
"*")].filter(o=>o.matches("ul.signs")));return t.flatMap(n=>[...n.querySelectorAll("li")]).map(n=>({sign:n.querySelector("svg"),words:(n.textContent||"").trim()}))}
function Ci(e){let t=Sr(e).previousElementSibling;return t?.matches(".legend")?[...t.querySelectorAll("svg.figure")].map(n=>n):[]}function Ai(e){return([...e.closest(
"section")?.querySelectorAll(".caption:not(.hint)")||[]].find(s=>e.compareDocumentPosition(s)&Node.DOCUMENT_POSITION_FOLLOWING)?.textContent||"").split("; ").slice(
0,3).join("; ").trim()}async function Ni(e){let t=new Image;t.src=`data:image/svg+xml;charset=utf-8,${encodeURIComponent(kr(e))}`,await t.decode();let{width:n,height:o}=t,
s=Object.assign(document.createElement("canvas"),{width:3*n,height:3*o});return s.getContext("2d").drawImage(t,0,0,3*n,3*o),new Promise(i=>{s.toBlob(a=>i(a),"im\
age/png")})}function Pn(e,t,n){let o=`${e.toLowerCase().replace(/[^\p{L}\p{N}@]+/gu,"-").slice(0,60)}.${t}`,s=Object.assign(document.createElement("a"),{href:URL.
createObjectURL(n),download:o});s.click(),setTimeout(()=>URL.revokeObjectURL(s.href),1e4),Y(`${o} saved`)}async function Cr(e,t){try{await navigator.clipboard.writeText(
t)}catch{let n=document.body.appendChild(Object.assign(document.createElement("textarea"),{className:"hidden",value:t}));n.select(),document.execCommand("copy"),
n.remove()}Y(`${e} copied`)}function Ti({table:e}){let t=e.caption?.textContent||"";return h`<li>Table: ${t} ${Object.entries(ki).map(([n,[o,s]])=>h`
    <${Q} pressed=${async()=>Cr(n,s(await br(e)))}>Copy ${n}<//>
    <${Q} pressed=${async()=>Pn(t,o,new Blob([`${s(await br(e))}
`],{type:"text/plain"}))}>.${o}<//>`)}</li>`}function Ei({svg:e}){let t=jr(e);return h`<li>Figure: ${t} <${Q} pressed=${()=>Pn(t,"svg",new Blob([kr(e)],{type:"i\
mage/svg+xml"}))}>Save SVG<//>
    <${Q} pressed=${async()=>Pn(t,"png",await Ni(e))}>Save PNG<//></li>`}function Li({content:e,commandsOf:t}){let[n,o]=N(!1),[,s]=N({}),r=Te("button");ee(()=>{
if(!n)return;let a=new MutationObserver(()=>s({}));return a.observe(e,{childList:!0,characterData:!0,attributeFilter:["aria-label"],subtree:!0}),()=>a.disconnect()},
[n]),ee(()=>{if(n)for(let a of e.querySelectorAll("details.data"))a.dispatchEvent(new Event("fill"))});let i=t();return h`<button type="button" aria-expanded=${String(
n)} onClick=${()=>o(!n)}>Copy or save</button>
    <ul class="take" hidden=${!n} ref=${r}>${n&&h`
      ${[...e.querySelectorAll("svg.figure[aria-label]")].filter(a=>!a.closest(".legend")).map(a=>h`<${Ei} svg=${a} />`)}
      ${[...e.querySelectorAll("table")].map(a=>h`<${Ti} table=${a} />`)}
      ${i.map(([a,l])=>h`<li>${a}: <code>${l}</code> <${Q} pressed=${()=>Cr("Command",l)}>Copy<//></li>`)}`}</ul>`}function Ar(e,t=()=>[]){let n=Object.assign(document.
createElement("div"),{className:"taking"});e.before(n),Fe(h`<${Li} content=${e} commandsOf=${t} />`,n)}function Ri(e,t){let n=ke(e,t),[o,s]=[.25,.75].map(r=>_e(n,r));return{topic:t,...u.topics[t],...Ht(e,n),spread:o===null||s===null?null:s-o}}function Bi(){let{digits:e}=u.
measures[_.measure],t=o=>({name:o,digits:0,value:s=>s[o]}),n=(o,s="")=>({name:o,help:s,digits:e,value:r=>r[o]});return[{name:"topic",text:!0,value:({id:o})=>o,cell:({
topic:o})=>W("topic",o)},...u.topics.some(({title:o})=>o)?[{name:"title",text:!0,value:({title:o})=>o,cell:({title:o})=>o&&T(o,22)}]:[],t("judged"),t("relevant"),
...u.runs.length>1?[n("best"),{name:"best run",text:!0,value:({bestRun:o})=>u.runs[o].name,cell:({bestRun:o})=>W("run",o)},n("median","the worse, the harder the\
 topic"),n("worst"),n("spread","third quartile minus first quartile of all runs")]:[{...n("best"),name:M()}]]}function Pi(e){let t=e.filter(r=>r.median!==null),
n=P(t.length,r=>A(_.measure,t[r].median)).map(r=>t[r]);if(n.length<2)return null;let{digits:o}=u.measures[_.measure],s=r=>[W("topic",r.topic),r.title&&` (${r.title}\
)`,`, ${u.runs.length>1?"median ":""}${M()} ${v(r.median,o)}`];return oe("The hardest topic is ",s(n[n.length-1]),"; the easiest is ",s(n[0]),".")}se({id:"topic\
s",title:"Topics",order:80},()=>{let{measure:e,subset:t}=_,[n,o]=N(""),s=q(),r=B(()=>s.map(l=>Ri(e,l)),[e,t]),i=r.filter(({id:l,title:c,description:d,narrative:p})=>ht(
n,[l,c,d,p])),a=l=>()=>{let c=s.indexOf(_.topic)+(s.includes(_.topic)?l:Math.max(l,0));F({topic:s[(c+s.length)%s.length]}),Y(`Topic ${u.topics[_.topic].id}`)};return h`${Pi(
r)}<${ce}><${pt} words="Filter topics" value=${n} changed=${o} />
      <${Q} pressed=${a(-1)}>Previous topic<//><${Q} pressed=${a(1)}>Next topic<//><//>
    <div class="halves list"><div><${je} columns=${Bi()} rows=${i} title="Topics and their difficulty" sorted=${{column:0,ascending:!0}} kind="short"
      empty="No topic has these words."
      rowAttributes=${({topic:l})=>l===_.topic?{class:"chosen","aria-current":"true"}:{}} />
    <p class="caption" role="status">${i.length} of ${x(u.topics.length,"topic")}${u.runs.length>1&&h`; best, median and worst of ${x(u.runs.length,"run")} by ${M()}; the ${u.
measures[e].lower_is_better?"higher":"lower"} the median, the harder
      the topic; spread: between the quartiles of the runs`}.</p></div>
    <div><${Ii} /></div></div>
    <div>${u.first?h`<${ir} />`:L("Which documents the runs found is not known: this page was made from results without the runs themselves")}</div>`});function Ii(){
let{measure:e,topic:t,run:n,filter:o,only:s,colour:r}=_,{id:i,title:a,description:l,narrative:c,judged:d,relevant:p}=u.topics[t],f=[["Description",l],["Narrativ\
e",c]].filter(([,$])=>$),m=d===null?null:`${x(d,"document")} judged, ${p} of them relevant`;return h`<h3 id="topic-panel">Topic ${T(i,1/0)}${a&&h`: <bdi>${a}</bdi>`}</h3>
    <p class="facts">${[m,!q().includes(t)&&`not a topic${ie()}`].filter(Boolean).join("; ")}</p>
    ${f.map(([$,g])=>h`<p class="prose"><strong>${$}: </strong><bdi>${g}</bdi></p>`)}
    ${B(()=>Hi(e,t),[e,t,n,o,s,r])}`}function Hi(e,t){let{digits:n}=u.measures[e],o=$e(),s=te().filter(f=>H(e,t,f)!==null),r=P(s.length,f=>A(e,H(e,t,s[f]))).map(
f=>s[f]);if(!r.length)return h`<p>No run was evaluated on this topic.</p>`;if(u.runs.length===1)return h`<p>${M(e)} ${v(H(e,t,0),n)}</p>`;let i=r.map(f=>Number(
H(e,t,f))),a=r.map(f=>u.runs[f].name),[l,c]=Me(e),d=r.indexOf(_.run),p={title:`${M(e)} of every run on topic ${u.topics[t].id}`,names:a,most:14,height:182,share:{
screen:.39},axis:{label:M(e),low:l,high:c},description:`From ${v(i[0],n)} to ${v(i[i.length-1],n)}, median ${v(be(i),n)}.`,marks:[{kind:"bar",of:f=>[0,i[f]],colour:f=>o.
ofRun(r[f])}],lines:[[0,"axis"],[Number(be(i)),"median"]],pointed:d<0?void 0:[d,Math.max(0,i[d])],item:"run",open:f=>$t("run",r[f]),words:f=>`${G(a[f])}
${M(e)} ${v(i[f],n)}, rank ${Ke(e,t,r[f])}`};return h`<${Ve} figure=${p} />
    <${he} listed=${[...He(o),[{d:"M3 1h10l-5 9z",fill:"var(--text)"},`${G(u.runs[_.run].name)}, the chosen run`],[{d:"M0 6H16",class:"median"},"median"]]} />
    ${L(`${M(e)} of ${r.length<u.runs.length?`${r.length} of `:""}${x(u.runs.length,"run")} on this topic, the best first`,u.dialect&&`dialect ${u.dialect}`)}
    <${pe} title="${M(e)} on this topic" heads=${["run","group","value"]}
      rows=${()=>r.map((f,m)=>[T(a[m]),T(u.runs[f].group),v(i[m],n)])} />`}function Nr(){let[e,t]=[wt(),te()];return e?` --type ${Ne(e)}`:t.length<u.runs.length&&t.length<=12?t.map(n=>` --run ${Ne(u.runs[n].name)}`).join(""):""}function Di(e){
let[t,n]=[_.run,_.other].map(a=>Ne(u.runs[a].name)),o=`-m ${Ne(M())}`,s=u.measures.map((a,l)=>` -m ${Ne(M(l))}`).join(""),r=(a,l="")=>[a,"report figures",`--out\
put figures-${e} ${o}${l}${Nr()}`];return({leaderboard:[["In a terminal","report leaderboard",o],["As LaTeX, to fit a column","report table",`${s.trim()}${Nr()}\
 --format latex --for acm${u.measures.length>4?" --wide":""} --output table.tex`],r("As a figure"," --figure leaderboard")],curves:[r("As a figure"," --figure p\
recision-recall")],heatmap:[r("As a figure"," --figure heat-map")],pair:[["In a terminal","compare",`${t} ${n} ${o}`],r("As a figure",` --figure leaderboard --p\
air ${t} ${n}`)],topics:[["In a terminal","report topics",`${o} --run ${t}`]],participants:[["In a terminal","diagnose",`--run ${t}`]],quality:[["In a terminal",
"diagnose","--part runs"]]}[e]||[]).map(([a,l,c])=>[a,_n(l,c)])}function Fi(){return h`<${le} words="Measure" name="measure" options=${ko()} />`}function qi(){let e=Object.
keys(u.subsets),t=te().length;return h`
    ${e.length>0&&h`<${le} words="Topics" name="subset" options=${[["","all"],...e.map(n=>[n,n])]} />`}
    ${t<u.runs.length&&h`<${Q} pressed=${()=>F({filter:"",only:[]})}>${t} of ${x(u.runs.length,"run")}: show all<//>`}`}function Wi(){return[...No(),...u.mind].
map(([t,n,o])=>{let{name:s}=u.types,r=o&&u.types.values.includes(o)?`&only=${encodeURIComponent(`${s}:${o}`)}`:"";return h`<li key=${t} class=${n==="leaderboard"?
null:"mind"}><a href=${`#${n}${r}`}><bdi>${t}</bdi></a></li>`})}function Ui(e,t){let n=Object.assign(document.createElement("a"),{href:`#${e}`,textContent:t});document.
querySelector("nav ul")?.appendChild(document.createElement("li")).append(n);let o=document.getElementById(e);if(o)return o;let s=Object.assign(document.createElement(
"section"),{id:e});return s.setAttribute("aria-labelledby",`${e}-title`),s.append(Object.assign(document.createElement("h2"),{id:`${e}-title`,textContent:t}),Object.
assign(document.createElement("div"),{className:"content"})),ne("about").before(s),s}pr(e=>{$o(e),go({measure:u.first_measure,other:Math.min(1,u.runs.length-1),
curves:or().map(n=>u.runs[n].name)}),at(ne("measure"),Fi),at(ne("left"),qi);let t=document.querySelector("ul.verdict");t&&at(t,Wi);for(let{id:n,title:o,Content:s}of mn.
sort((r,i)=>r.order-i.order).filter(({there:r})=>!r||r())){let r=Ui(n,o),i=r.querySelector(".content");at(i,s,r),Ar(i,()=>Di(n)),dt(r,".taking > button, .data >\
 summary")}document.addEventListener("click",Oo),window.addEventListener("hashchange",bn),vo()},bn);})();
