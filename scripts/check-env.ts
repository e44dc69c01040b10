import { parseEnv } from '@/lib/config/env'

const parsed = parseEnv(process.env)
if (parsed.ok) console.log(JSON.stringify({ host: parsed.env.HOST, port: parsed.env.PORT }))
else {
  console.error(
    `Mneme cannot start: an environment variable is wrong.\n${parsed.problems.map((problem) => `  ${problem}`).join('\n')}`,
  )
  process.exitCode = 1
}
