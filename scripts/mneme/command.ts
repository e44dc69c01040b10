import { parseArgs } from 'node:util'
import { z } from 'zod'

/** A wrong command: the sentence is for the person. */
export class Usage extends Error {}

/** `of` = what its value is called in the usage; without it, it is a switch. */
type Flag = { about: string; of?: string; short?: string }
/** What every command is given. `owner` = as typed. */
export type Call = { owner: string | undefined; json: boolean; signal: AbortSignal }
export type Command = {
  name: string
  /** Its arguments, as the usage shows them. */
  args: string
  about: string
  flags: Record<string, Flag>
  /** @returns the exit code. */
  run(given: { values: object; args: string[] }, call: Call): Promise<number>
}

/** A command whose options and arguments (`args`) are parsed by `input`. */
export const defineCommand = <T>({
  input,
  run,
  ...command
}: Omit<Command, 'run'> & { input: z.ZodType<T>; run(input: T, call: Call): Promise<number> }): Command => ({
  ...command,
  run: ({ values, args }, call) => run(parsed(input, { ...values, args }), call),
})

function parsed<T>(schema: z.ZodType<T>, given: unknown): T {
  const { data, error } = schema.safeParse(given)
  if (!error) return data as T
  const issue = error.issues[0]
  const [field] = issue?.path ?? []
  throw new Usage(`${field === undefined || field === 'args' ? '' : `--${String(field)}: `}${issue?.message}`)
}

/** Between `least` and `most` arguments; `missing` says what is asked for. */
export const argumentsOf = (least: number, most: number, missing = '') =>
  z.array(z.string()).superRefine((args, context) => {
    const problem = args.length < least ? missing : `"${args[most]}" is one argument too many.`
    if (args.length < least || args.length > most) context.addIssue({ code: 'custom', message: problem })
  })

const COMMON: Record<string, Flag> = {
  owner: { of: 'NAME', about: 'whose memory, if MNEME_ACCESS_TOKEN names several people' },
  json: { about: 'prints only JSON to standard output' },
  help: { short: 'h', about: 'shows this' },
}

type Options = { [name: string]: { type: 'string' | 'boolean'; short?: string } }
const optionsOf = (flags: Record<string, Flag>): Options =>
  Object.fromEntries(
    Object.entries({ ...flags, ...COMMON }).map(([name, { of, short }]) => [
      name,
      { type: of ? 'string' : 'boolean', ...(short ? { short } : {}) },
    ]),
  )

/** The words that are no options, wherever they stand. */
export function wordsOf(argv: string[], commands: readonly Command[]): string[] {
  const options = optionsOf(Object.assign({}, ...commands.map(({ flags }) => flags)))
  return parseArgs({ args: argv, options, allowPositionals: true, strict: false }).positionals
}

/** The options and arguments of a command. @throws Usage */
export function readArgs({ name, flags }: Command, argv: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      options: optionsOf(flags),
      allowPositionals: true,
    })
    const { owner, json = false, help = false, ...own } = values as Record<string, string | boolean>
    return {
      help: Boolean(help),
      json: Boolean(json),
      owner: owner === undefined ? undefined : String(owner),
      values: own,
      args: positionals.slice(name.split(' ').length),
    }
  } catch (error) {
    const [problem = ''] = (error as Error).message.split('. To specify')
    throw new Usage(
      /'-[^-]/.test(problem) ? `${problem}. Write -- before a text that begins with a dash.` : problem,
    )
  }
}

const flagLine = ([name, { of, short, about }]: [string, Flag]) =>
  `  ${`${short ? `-${short}, ` : ''}--${name}${of ? ` ${of}` : ''}`.padEnd(20)}  ${about}`

/** The usage of one command. */
export const helpOf = ({ name, args, about, flags }: Command) =>
  [
    `npm run mneme -- ${[name, args].filter(Boolean).join(' ')}`,
    ...['', about, ''],
    ...Object.entries({ ...flags, ...COMMON }).map(flagLine),
  ].join('\n')
