// npm run bench [-- NAME] [--n COUNT] [--data FILE] [--only UNIT] [--json OUT] [--postgres]: runs one bench,
// or all without a name, and prints tables.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Bench, goalsTable, tables } from './bench'
import { benches } from './registry'

const names = () => benches.map((bench) => `  ${bench.name.padEnd(8)} ${bench.about}`).join('\n')

/** @throws Error with a sentence for the user. */
function parseArguments(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      json: { type: 'string' },
      n: { type: 'string' },
      only: { type: 'string' },
      'persons-only': { type: 'boolean' },
      people: { type: 'string' },
      postgres: { type: 'boolean' },
      processes: { type: 'string' },
      prompts: { type: 'boolean' },
    },
  })
  const [name, ...more] = positionals
  const chosen = name === undefined ? benches : benches.filter((bench) => bench.name === name)
  if (chosen.length === 0 || more.length)
    throw new Error(`There is no bench "${positionals.join(' ')}". The benches are:\n${names()}`)
  if (values.json !== undefined && name === undefined)
    throw new Error(`--json needs the name of one bench. The benches are:\n${names()}`)
  const count = (option: 'n' | 'people' | 'processes') => {
    const given = values[option]
    if (given === undefined) return null
    if (!/^[1-9]\d*$/.test(given)) throw new Error(`--${option} needs a whole number above 0.`)
    return Number(given)
  }
  return {
    chosen,
    json: values.json,
    n: count('n'),
    people: count('people'),
    processes: count('processes'),
    data: values.data ?? null,
    only: values.only ?? null,
    personsOnly: values['persons-only'] ?? false,
    prompts: values.prompts ?? false,
    database: values.postgres ? ('postgres' as const) : ('sqlite' as const),
  }
}

async function runOne(bench: Bench, options: ReturnType<typeof parseArguments>): Promise<void> {
  console.log(`\n${bench.name}: ${bench.about}\n`)
  const { rows, goals, notes } = await bench.run({ ...options, say: (line) => console.log(line) })
  console.log(`\n${tables(rows)}\n`)
  if (goals.length) console.log(`${goalsTable(goals)}\n`)
  for (const note of notes) console.log(note)
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ bench: bench.name, rows }, null, 2)}\n`)
}

// Exits explicitly, so that exit handlers run.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

try {
  const options = parseArguments(process.argv.slice(2))
  for (const bench of options.chosen) await runOne(bench, options)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
