import { dataSets } from './recall/data'
import { turnsOf } from './topics/turns'
import { makeTopics } from '@/lib/memory/topics/make-topics'
import { nameOf } from '@/lib/memory/map/shown-topics'
const cpu = () => { const u = process.cpuUsage(); return (u.user + u.system) / 1000 }
for (const set of dataSets(null)) {
  const turns = set.conversations.flatMap(turnsOf)
  let n = 0, last = performance.now(), worst = 0
  const pace = () => { const d = performance.now() - last; worst = Math.max(worst, d); if (d > 12) return new Promise<void>(r => setImmediate(() => { last = performance.now(); r() })); return undefined }
  const c0 = cpu()
  const made = await makeTopics({ pages: async function* () { yield turns }, total: turns.length, earlier: { topics: [], topicOf: new Map() }, newId: () => `t${n++}`, pace })
  const size = new Map<string, number>(); let told = 0
  for (const t of made.topicOf.values()) if (t) { told++; size.set(t, (size.get(t) ?? 0) + 1) }
  console.log(set.name, turns.length, 'turns', made.topics.length, 'topics', made.words.length, 'words', 'assigned', (100 * told / turns.length).toFixed(0), 'cpu', (cpu() - c0).toFixed(0), 'worst', worst.toFixed(0))
  for (const t of made.topics) console.log(String(size.get(t.id)).padStart(5), t.terms.slice(0, 6).map(x => x.word).join(', '), t.x, t.y)
  console.log(made.names.slice(0, 40).map(x => x.name + x.topics.length).join(' '))
}
