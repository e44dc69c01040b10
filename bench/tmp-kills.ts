import { parseEnv, setEnv } from '@/lib/config/env'
import { runKills } from './faults/kills'

const env = parseEnv({})
if (env.ok) setEnv(env.env)
const f: any = await runKills(14)
console.log(
  f.kills,
  'kills; recovery median',
  Math.round(f.recoveryMs),
  'longest',
  Math.round(f.longestRecoveryMs),
  JSON.stringify(f),
)
process.exit(0)
