// Searches an owner's memory and prints time and memory. Arguments: database, file with queries.
import { readFileSync } from 'node:fs'
import { openDb } from '@/lib/db/engine/client'
import { lexicalIndex } from '@/lib/memory/index/memory-index'
import { searchMemory } from '@/lib/memory/search/search'

const OWNER = 'local'
const KILO = 1_024
const [url = '', file = ''] = process.argv.slice(2)
const { words, codes } = JSON.parse(readFileSync(file, 'utf8')) as { words: string[]; codes: string[] }
const db = await openDb(url)

const spent = (from: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1_000
}
// One-time work of a process is not part of a search.
await searchMemory(db, 'nobody', { text: 'lighthouse' }).catch(() => null)
const began = process.cpuUsage()
/**
 * The longest gap between two iterations of the event loop, at most the CPU time in it, so that other
 * processes do not count.
 */
const now = () => ({ wall: performance.now(), cpu: process.cpuUsage() })
let [block, last] = [0, now()]
const round = () => {
  block = Math.max(block, Math.min(performance.now() - last.wall, spent(last.cpu)))
  last = now()
  setImmediate(round).unref()
}
round()

type Took = { ms: number; cpu: number }
async function clock<T>(times: Took[], run: () => Promise<T>): Promise<T> {
  const [start, cpu] = [performance.now(), process.cpuUsage()]
  const found = await run()
  times.push({ ms: performance.now() - start, cpu: spent(cpu) })
  return found
}
const search = (text: string) => searchMemory(db, OWNER, { text })
const timed = async (times: Took[], text: string) =>
  (await clock(times, () => search(text))).hits.some((hit) =>
    hit.excerpt.text.toLowerCase().includes(text.toLowerCase()),
  )

const [cold, filled, searches, recalls]: Took[][] = [[], [], [], []]
await clock(cold ?? [], () => search('lighthouse'))
await clock(filled ?? [], async () => {
  while ((await search('lighthouse')).partial) await new Promise((resolve) => setTimeout(resolve, 250))
})
const building = block
block = 0
const wrong: string[] = []
for (const word of words) {
  for (const part of [3, 6, 8]) await clock(searches ?? [], () => search(word.slice(0, part)))
  if (!(await timed(searches ?? [], word))) wrong.push(word)
}
for (const code of codes) if (!(await timed(searches ?? [], code))) wrong.push(code)
for (const word of words) {
  const hits = await clock(recalls ?? [], () =>
    lexicalIndex.search(db, OWNER, {
      text: `What was the lighthouse of ${word} painted?`,
      conversationId: 'none',
      path: [],
      before: 1,
      scope: 'owner',
      limit: 10,
    }),
  )
  if (hits.length === 0) wrong.push(`${word} in recall`)
}
const maxRss = process.resourceUsage().maxRSS * KILO
process.stdout.write(
  JSON.stringify({
    cold,
    filled,
    searches,
    recalls,
    building,
    asking: block,
    maxRss,
    wrong,
    all: spent(began),
  }),
)
await db.$disconnect()
process.exit(0)
