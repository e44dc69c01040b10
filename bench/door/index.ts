import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { parseEnv, setEnv } from '@/lib/config/env'
import { createToken } from '@/lib/services/door/tokens'
import { saveSetting } from '@/lib/settings/layers'
import { settingRanges } from '@/lib/shared/limits/settings'
import { atMost, type Bench, type Row } from '../bench'
import { ensureBuilt, startNext } from '../http/next'
import { counts, dataSets } from '../recall/data'
import { seed } from '../recall/large'
import { percentile, rounded } from '../stats'
import { inWorkplace } from '../workplace'

const TURNS = 100_000
const OWNER = 'local'
const QUESTIONS = 120
const WARM = 10
/** Asked while the index and the full text are still being made. */
const READY_MS = 180_000

/** What one client of the official SDK waits for an answer over HTTP, with the whole memory loaded. */
async function run({ n, database, say }: Parameters<Bench['run']>[0]) {
  const sets = dataSets(null)
  if (sets.length === 0) return { rows: [], goals: [], notes: ['The recall data is not on this machine.'] }
  ensureBuilt()
  return inWorkplace(database, async (place, opened) => {
    const env = parseEnv({ DATABASE_URL: place.url, MNEME_DATA_DIR: place.folder })
    if (env.ok) setEnv(env.env)
    const turns = n ?? TURNS
    say(`seeding ${turns} turns …`)
    const data = sets.flatMap((set) => set.conversations)
    await seed(place, OWNER, data, 2 * turns)
    await saveSetting(
      place.db,
      OWNER,
      'user',
      'outside.callsPerMinute',
      settingRanges['outside.callsPerMinute'].max,
    )
    const made = await createToken(
      { ...place, ownerId: OWNER },
      { name: 'Bench', life: 'month', may: ['read'] },
    )
    const server = await startNext(place.folder, { DATABASE_URL: place.url })
    opened(server.stop)
    const client = new Client(
      { name: 'bench', version: '1.0.0' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    )
    const headers = { authorization: `Bearer ${made.key}` }
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${server.url}/api/mcp`), { requestInit: { headers } }),
    )
    opened(() => client.close())
    const asked = data.flatMap(({ questions }) => questions.filter(({ category }) => counts(category)))
    const step = Math.max(1, Math.floor(asked.length / QUESTIONS))
    const questions = asked.filter((_, i) => i % step === 0).slice(0, QUESTIONS)
    const rows: Row[] = []
    const measured = async (name: string, queryOf: (question: string) => string) => {
      const times: number[] = []
      let found = 0
      for (const [i, { question }] of questions.entries()) {
        const begin = performance.now()
        const result = await client.callTool(
          { name, arguments: { query: queryOf(question).slice(0, 400) } },
          { timeout: READY_MS },
        )
        if (i >= WARM) times.push(performance.now() - begin)
        if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.content)}`)
        if ((result.structuredContent as { results: unknown[] }).results.length > 0) found += 1
      }
      const p95 = rounded(percentile(times, 0.95))
      rows.push({ tool: name, turns, calls: times.length, p50: rounded(percentile(times, 0.5)), p95, found })
      return p95
    }
    say('warming up …')
    await client.callTool({ name: 'recall', arguments: { query: 'boat' } }, { timeout: READY_MS })
    await client.callTool({ name: 'search', arguments: { query: 'boat' } }, { timeout: READY_MS })
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    say(`asking ${questions.length} questions …`)
    const recall = await measured('recall', (question) => question)
    // What a person types: two of its words.
    const words = (question: string) =>
      [...new Set(question.match(/\p{L}{5,}/gu))]
        .sort((a, b) => b.length - a.length)
        .slice(0, 2)
        .join(' ') || question
    const search = await measured('search', words)
    return {
      rows,
      goals: [
        atMost(`recall over HTTP, p95 at ${turns} turns`, recall, 60, 'ms'),
        atMost(`search over HTTP, p95 at ${turns} turns`, search, 30, 'ms'),
      ],
      notes: ['One client of the official SDK, one call at a time, memory loaded.'],
    }
  })
}

export const door: Bench = {
  name: 'door',
  about: 'what a program with a token waits for: recall and search over MCP at 100,000 turns',
  run,
}
