import { testDb, testRuntime } from '@/lib/db/testing'
import { story } from './seed/story'
import { RowMaker, TABLES } from './seed/rows'
import { openBulk } from '@/lib/db/testing-bulk'
import { seedTalk } from './seed/seed'
const t = await testDb()
const turns=1000
let s=performance.now()
let n=0; for (const x of story({turns,seed:1,profile:'work'})) n+=x.answer.length
console.log('story', performance.now()-s); s=performance.now()
const m = new RowMaker({ownerId:t.ownerId, conversationId:'c', branchId:'b', startedAt:new Date()}, true)
for (const x of story({turns,seed:1,profile:'work'})) m.add(x)
console.log('rows', performance.now()-s); s=performance.now()
await seedTalk({...t, runtime: testRuntime()}, {ownerId:t.ownerId, turns, seed:1, profile:'work', withSteps:true})
console.log('seedTalk all (cached tokens partly)', performance.now()-s)
await t.close()
