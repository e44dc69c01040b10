import Database from 'better-sqlite3'
import { parseEnv, setEnv } from '@/lib/config/env'
import { harness } from '@/lib/agent/testing'
import { seedTalk } from './seed/seed'
import { openWorkplace } from './workplace'
const sql = new Map<string, { n: number; ms: number }>()
const proto = Object.getPrototypeOf(new Database(':memory:').prepare('select 1'))
for (const name of ['all', 'run', 'get', 'raw', 'iterate'] as const) {
  const real = proto[name]; if (!real) continue
  proto[name] = function (...args: unknown[]) {
    const t = performance.now(); try { return real.apply(this, args) } finally { const k = this.source.replace(/\s+/g, ' ').replace(/\?(?:,\?)+/g, '?..').replace(/\(\?(, ?\?)+\)/g,'(?..)').slice(0, 150); const e = sql.get(k) ?? { n: 0, ms: 0 }; e.n++; e.ms += performance.now() - t; sql.set(k, e) }
  }
}
const env = parseEnv({}); if (env.ok) setEnv(env.env)
const place = await openWorkplace('sqlite')
const users = 10
const talks: any[] = []
for (let u = 0; u < users; u++) talks.push(await seedTalk(place, { ownerId: `user${u}`, turns: 100, seed: u + 1, profile: 'work', withSteps: true }))
const words = Array.from({ length: 120 }, (_, i) => ['alpha', 'harbour', 'lantern', 'copper', 'meadow'][i % 5]).join(' ')
const script = (request: any) => request.tools?.some((t: any) => t.name === 'continue_thinking')
  ? { text: 'I look at what is there and decide.', calls: [{ name: 'continue_thinking', args: { continueThinking: false, reason: 'enough' } }] }
  : { text: words }
const hs: any[] = []
for (let u = 0; u < users; u++) hs.push(await harness(script as any, {}, { url: place.url, ownerId: `user${u}`, prefix: `u${u}_` } as any))
const play = async (rounds: number) => { for (let r = 0; r < rounds; r++) for (let u = 0; u < users; u++) { await hs[u].say(talks[u].conversationId, `Please tell me what we decided on the harbour lantern budget, item ${r}`, {}); await hs[u].jobs.tick() } }
await play(2); sql.clear()
const c0 = process.cpuUsage(), t0 = performance.now()
await play(6)
const c = process.cpuUsage(c0)
const turns = 6 * users
console.log('CPU ms/turn', ((c.user + c.system) / 1000 / turns).toFixed(1), 'wall', ((performance.now() - t0) / turns).toFixed(1))
let n = 0, ms = 0; for (const e of sql.values()) { n += e.n; ms += e.ms }
console.log('sql/turn', (n / turns).toFixed(1), 'ms/turn', (ms / turns).toFixed(1))
for (const [k, e] of [...sql].sort((a, b) => b[1].ms - a[1].ms).slice(0, 22)) console.log((e.ms / turns).toFixed(2), (e.n / turns).toFixed(1), k)
process.exit(0)
