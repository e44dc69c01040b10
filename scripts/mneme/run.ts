// The commands of `npm run mneme`, without the process around them.

import { MnemeError } from '@/lib/shared/errors'
import { storageFailure } from '@/lib/shared/storage-failure'
import { askCommand } from './ask'
import { backupCommand, restoreCommand } from './backup'
import { type Command, helpOf, readArgs, Usage, wordsOf } from './command'
import { connectCommand } from './connect'
import { consolidateCommand } from './consolidate'
import { exportCommand } from './export'
import { importCommand } from './import'
import { memoriesCommands } from './memories'
import { printJson, say } from './output'
import { STOPPED } from './stop'
import { workerCommand } from './worker'

const COMMANDS: readonly Command[] = [
  askCommand,
  ...memoriesCommands,
  consolidateCommand,
  importCommand,
  exportCommand,
  backupCommand,
  restoreCommand,
  connectCommand,
  workerCommand,
]

const HELP = `Usage:
${COMMANDS.map(({ name, args }) => `  npm run mneme -- ${[name, args].filter(Boolean).join(' ')}`).join('\n')}

Run any command with --help for details. --json prints only JSON; "npm run -s" silences npm itself.
--owner is a name in MNEME_ACCESS_TOKEN, required if it names several people. The database is DATABASE_URL.
Exit codes: 0 success, 1 something failed or nothing could be imported, 2 wrong usage,
130 stopped with Ctrl-C.`

/** @throws Usage if there is no such command. */
function commandOf([first, second]: string[]): Command {
  const found =
    COMMANDS.find(({ name }) => name === `${first} ${second}`) ?? COMMANDS.find(({ name }) => name === first)
  if (found) return found
  const inside = COMMANDS.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name)
  if (inside.length) throw new Usage(`Choose a command: ${inside.join(', ')}.`)
  throw new Usage(
    first
      ? `There is no command "${first}".`
      : `Choose a command: ${COMMANDS.map(({ name }) => name).join(', ')}.`,
  )
}

/** Shows what comes of a command. @returns its exit code. `stop` = begins to listen for Ctrl-C. */
export async function runMneme(argv: string[], stop: () => AbortSignal): Promise<number> {
  /** What to show after a wrong command. */
  let usage = HELP
  try {
    const words = wordsOf(argv, COMMANDS)
    if (words[0] === 'help' || (words.length === 0 && argv.some((one) => one === '--help' || one === '-h'))) {
      process.stdout.write(`${HELP}\n`)
      return 0
    }
    const command = commandOf(words)
    usage = helpOf(command)
    const { help, json, owner, ...given } = readArgs(command, argv)
    if (help) {
      process.stdout.write(`${usage}\n`)
      return 0
    }
    return await command.run(given, { json, owner, signal: stop() })
  } catch (error) {
    if ((error as Error).name === 'AbortError') return STOPPED
    const { message, hint } =
      error instanceof MnemeError ? error : (storageFailure(error) ?? (error as Error & { hint?: string }))
    if (argv.includes('--json')) printJson({ error: { message, ...(hint ? { hint } : {}) } })
    say(`${message}${hint ? ` ${hint}` : ''}`)
    if (error instanceof Usage) say(`\n${usage}`)
    return error instanceof Usage ? 2 : 1
  }
}
