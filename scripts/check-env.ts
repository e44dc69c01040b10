import { parseEnv } from '@/lib/config/env'
import { storageProblem } from '@/lib/db/engine/storage/storage-place'

const parsed = parseEnv(process.env)
if (parsed.ok) {
  const { HOST, PORT, DATABASE_URL, MNEME_DATA_DIR, MNEME_SECRET, MNEME_ALLOW_MEMORY } = parsed.env
  const problem = MNEME_ALLOW_MEMORY ? null : storageProblem(MNEME_DATA_DIR, DATABASE_URL, !!MNEME_SECRET)
  if (problem) end(`Mneme cannot start: ${problem.message} ${problem.hint}`)
  else console.log(JSON.stringify({ host: HOST, port: PORT }))
} else
  end(
    `Mneme cannot start: an environment variable is wrong.\n${parsed.problems.map((problem) => `  ${problem}`).join('\n')}`,
  )

function end(sentence: string) {
  console.error(sentence)
  process.exitCode = 1
}
