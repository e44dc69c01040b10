import { readFileSync, writeFileSync } from 'node:fs'
import { featuresOf } from '@/lib/heuristics/depth/features'
const L = ['SIMPLE','MODERATE','COMPLEX']
const read = (f: string) => readFileSync(f,'utf8').split('\n').filter(Boolean).map((l)=>JSON.parse(l))
const MOD = 'trivia_qa natural_qa commonsense_qa openbook_qa arc_challenge mmlu'.split(' ')
const own = (f: string) => read(f).map((x:any)=>({text:x.text,before:x.before?.at(-1)??'',y:L.indexOf(x.label),kind:x.kind,deep:!!x.deep}))
const D='/work/h/data/'
const sets: Record<string, any[]> = {
  dev: own(D+'dev.jsonl'), a: own(D+'train-a.jsonl'), b: own(D+'train-b.jsonl'), c: own(D+'train-c.jsonl'),
  seed: own(D+'seed.jsonl').filter((x:any)=>!x.text.startsWith('!')),
  labelled: read('/work/shared/data/complexity/labelled-dev.jsonl').map((x:any)=>({text:x.text,before:'',y:L.indexOf(x.label),kind:'labelled'})),
  tasks: read('/work/shared/data/complexity/tasks-dev.jsonl').map((x:any)=>({text:x.text,before:'',y:MOD.includes(x.task.replace('agentverse-',''))?1:2,kind:x.task})),
  held: own(D+'held.jsonl'), held2: own(D+'held2.jsonl'),
}
const out: any = {}
for (const [k,v] of Object.entries(sets)) out[k]=v.map((x)=>({...x,text:x.text.slice(0,2000),f:featuresOf(x.text,x.before).map((q)=>q.value)}))
out.names = featuresOf('hi','').map((q)=>q.name)
writeFileSync('/tmp/feat.json', JSON.stringify(out))
