import { ACT_TOOLS, THINK_TOOLS, generate, optionsOf, section, task } from '@/lib/model/offline/testing'
import { OfflineModel } from '@/lib/model/offline-model'
const model = new OfflineModel({ delayMs: 0 })
const words = 'garden river winter table orange market silver window bridge letter summer cotton planet yellow doctor engine forest island jacket kitten'.split(' ')
let seed=1; const pick=()=>words[(seed=(seed*16807)%2147483647)%words.length]!
const sentence=()=>`My ${pick()} and the ${pick()} went to the ${pick()} with ${pick()} on day ${seed%90}.`
const text=(n:number)=>Array.from({length:n},sentence).join(' ')
const big=[section('summaries',...Array.from({length:40},(_,i):[Record<string,string>,string]=>[{turn:String(i+1)},`[Turn ${i+1}] The user said: ${text(3)}\nInsights: a b; c d`])),section('window',...Array.from({length:10},(_,i):[Record<string,string>,string]=>[{turn:String(50+i),who:i%2?'assistant':'user',date:'2026-01-01'},text(50)])),section('recalled',...Array.from({length:6},(_,i):[Record<string,string>,string]=>[{turn:String(i+1),who:'user',date:'2026-01-01'},text(30)])),section('workspace',[{file:'a.md',bytes:'10',version:'1'},text(200)])]
const time=async(name:string,o:any)=>{const t=performance.now();const r=await generate(model,o);console.log(name.padEnd(28),(performance.now()-t).toFixed(0)+' ms',JSON.stringify(r.text.slice(0,90)))}
for(let k=0;k<2;k++){
await time('big think',optionsOf([...big,task('What did I tell you about the silver bridge in winter?','Round 1 of at most 5.')],{tools:THINK_TOOLS}))
await time('big act',optionsOf([...big,task('Where is my silver kitten?')],{tools:ACT_TOOLS}))
await time('big broad',optionsOf([...big,task('tell me about my orange')],{tools:[]}))
}
const huge:Record<string,string>={latin:text(1600),noSpace:'a'.repeat(100000),cjk:'我的猫叫小米，它很可爱。'.repeat(8000),cjkNoStop:'我的猫叫小米它很可爱'.repeat(10000),ands:'write a and write b '.repeat(5000),edit:'replace a with b with c in '.repeat(4000),quotes:'write "a" to a.txt and '.repeat(4000),open:'write notes.md: '+text(1500),lines:'delete a.txt\n'.repeat(8000),ticks:'`'.repeat(100000),quest:'what? '.repeat(16000),dots:'. '.repeat(50000),my:'my '.repeat(33000)+'is x', hey:'hello, '.repeat(14000)+' write x', apos:"'a ".repeat(33000), turns:'turn 1 '.repeat(14000)}
for(const [n,t] of Object.entries(huge)){ await time('think '+n,optionsOf([...big,task(t.slice(0,100000),'Round 1 of at most 5.')],{tools:THINK_TOOLS})); await time('act '+n,optionsOf([...big,task(t.slice(0,100000))],{tools:ACT_TOOLS})); 
 for(const s of ['title','turn_summary','facts','complexity','rollup_summary']) { const q=performance.now(); await generate(model,optionsOf([section('turn',[{who:'user'},t.slice(0,100000)],[{who:'assistant'},t.slice(0,100000)])],{responseFormat:{type:'json',name:s}})); const d=performance.now()-q; if(d>300) console.log('   ',s,d.toFixed(0)) } }
