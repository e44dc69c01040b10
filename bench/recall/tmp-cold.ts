import { openWorkplace } from '../workplace'
import { dataSets } from './data'
import { measureAt } from './scale'
import { ownerIndex } from '@/lib/memory/index/owner-index'
import { forget } from '@/lib/shared/once'
const sets = dataSets(null); const data = sets.flatMap(s=>s.conversations)
const qs = data.flatMap(c=>c.questions.map(q=>q.question)).slice(0,500)
const at = await openWorkplace()
console.log(await measureAt(at,'u1k',data,0,1000,qs)); console.log(await measureAt(at,'u10k',data,0,10000,qs))
console.log(await measureAt(at,'u',data,0,100000,qs))
for (let i=0;i<3;i++) { forget('memory-index'); const t=performance.now(); await ownerIndex(at.db,'u'); console.log('cold',performance.now()-t) }
await at.close()
