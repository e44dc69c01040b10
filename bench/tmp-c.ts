import { dataSets } from './recall/data'
import { turnsOf } from './topics/turns'
import { TermCounts } from '@/lib/memory/topics/term-counts'
import { Nouns } from '@/lib/memory/topics/nouns'
import { messagesOf, wordsIn } from '@/lib/memory/topics/words'
import { meetings, termGraph, communities } from '@/lib/memory/topics/communities'
import { limitsOfTopics as limits } from '@/lib/shared/limits-topics'
import nlp from 'compromise/two'
const cpu = () => { const u = process.cpuUsage(); return (u.user + u.system) / 1000 }
let c = cpu(); const lap = (n: string) => { const x = cpu(); console.log(n, (x - c).toFixed(0)); c = x }
nlp('The dog.'); lap('first nlp')
for (const set of dataSets(null)) {
  const turns = set.conversations.flatMap(turnsOf); lap('read')
  const counts = new TermCounts(); for (const t of turns) counts.add(t); lap('counts')
  const cand = counts.candidates().slice(0,1200); lap('cand ' + cand.length)
  const nouns = new Nouns(cand.map(x => x.term)); let n = 0, worst = 0
  for (const t of turns) for (const text of messagesOf(t)) { let c1 = cpu(); for (const _ of nouns.read(text, wordsIn(text))) { n++; worst = Math.max(worst, cpu() - c1); c1 = cpu() } }
  lap(`nouns ${n} windows worst ${worst} open ${(nouns as any).open.size}`)
  const terms = cand.filter(x => nouns.isNoun(x.term)); console.log('nouns', terms.length, cand.filter(x => !nouns.isNoun(x.term)).slice(0, 60).map(x => x.term).join(' '))
  const t6 = terms.slice(0,500)
  const m = await meetings(t6, counts.messages, () => undefined); lap('meetings')
  const g = await termGraph(t6, m, counts.messages.length, () => undefined); lap('graph ' + g.size)
  for (const r of [1.5, 3, 6]) { const k = communities(g, r).length; lap('louvain ' + r + ' ' + k) }
}
