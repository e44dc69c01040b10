import { z } from 'zod'
import { countTokens } from '@/lib/model/tokens'
import { jsonLines } from '../data'
import { type Call, type Kind, type ModelReply, PHASES, type Seen } from './kind'
import { ALL, ANSWER_ONLY, BOTH, called, FOREGROUND, fails, good, kind, NOTED, refusing, stays } from './make'
import { ANSWER, RAN, REASONING, says, write } from './script'
import { document, messagesOf } from './wire-chat'

/** What differs between kinds of one form; what each field means is said where its form is made. */
const rowSchema = z.strictObject({
  form: z.string(),
  name: z.string(),
  source: z.string(),
  apis: z.array(z.enum(['chat', 'responses'])).optional(),
  phases: z.array(z.enum(PHASES)).optional(),
  model: z.string().optional(),
  /** The service's refusal: a text is sent as it is. */
  status: z.number().default(400),
  body: z.unknown().optional(),
  type: z.string().default('application/json'),
  failure: z.string().default('The model llama is not loaded here'),
  times: z.number().default(1),
  when: z.string().default(''),
  counts: z.enum(['prompt', 'both']).default('prompt'),
  mostRequests: z.number().optional(),
  /** What is called, in the model's words, and what that means. */
  tool: z.string().default(write.name),
  args: z.record(z.string(), z.unknown()).default(write.args),
  means: z.unknown().optional(),
  alone: z.boolean().default(false),
  text: z.string().default(''),
  lengths: z.array(z.number()).default([1, 7, 1_000]),
  retracts: z.boolean().optional(),
})
type Row = z.infer<typeof rowSchema>
type Body = Record<string, unknown>

/** Puts values in place of the marks `%name` of a text. */
const filled = (text: string, values: Record<string, string | number>) =>
  text.replace(new RegExp(`%(${Object.keys(values).join('|')})`, 'g'), (_, mark: string) => `${values[mark]}`)
const refusalOf = ({ status, body, type }: Row) => document(status, body, { 'content-type': type })
/** What a row says apart from its form. */
const own = ({ apis, phases, model }: Row): Partial<Kind> => ({
  ...(apis && { apis }),
  ...(phases && { phases }),
  ...(model && { model }),
})

const roles = (body: Body) => messagesOf({ body }).map(({ role }) => role)
const contents = (body: Body) => messagesOf({ body }).map(({ content }) => content)
const capOf = (body: Body) =>
  Number(body.max_tokens ?? body.max_completion_tokens ?? body.max_output_tokens ?? 0)
const formatOf = ({ response_format: format, text }: Body) =>
  String(((format ?? (text as Body | undefined)?.format) as Body | undefined)?.type ?? '')
const has = (field: string, except: unknown) => (body: Body) =>
  body[field] !== undefined && body[field] !== except
/** What is refused; any other word is a field of the request. */
const WHEN: Record<string, (body: Body) => boolean> = {
  schema: (body) => formatOf(body) === 'json_schema',
  object: (body) => formatOf(body) === 'json_object',
  form: (body) => /json/.test(formatOf(body)),
  'form without a word': (body) =>
    formatOf(body) === 'json_schema' ||
    (/json/.test(formatOf(body)) && !/json/i.test(JSON.stringify(body.messages))),
  strict: (body) => /"strict":(true|false)/.test(JSON.stringify(body.response_format ?? body.tools ?? {})),
  'role system': (body) => roles(body).some((role) => role === 'system' || role === 'developer'),
  'role developer': (body) => roles(body).includes('developer'),
  'role tool': (body) => roles(body).includes('tool'),
  'two in a row': (body) => roles(body).some((role, at, all) => role === all[at - 1] && role !== 'tool'),
  null: (body) => contents(body).includes(null),
  empty: (body) => contents(body).includes(''),
  list: (body) => contents(body).some(Array.isArray),
  capped: (body) => capOf(body) > 2_048,
  encrypted: (body) => JSON.stringify(body.include ?? []).includes('encrypted'),
  'temperature 0': (body) => body.temperature === 0,
  'temperature not 1': has('temperature', 1),
  'tool_choice not none': has('tool_choice', 'none'),
  'tool_choice not auto': has('tool_choice', 'auto'),
}

/** Tokens of a request's texts and tools, as a service counts them. */
export const promptTokens = ({ body }: Pick<Seen, 'body'>) =>
  countTokens(
    JSON.stringify([body.messages ?? [body.instructions, body.input], body.tools ?? []]).replaceAll(
      '\\n',
      '\n',
    ),
  )
/** Where only the prompt counts, and where the reply's room counts too. */
const LIMITS = { prompt: 4_096, both: 8_192 }

/** A small context whose service says so in its own words. The history is planned again within it, once. */
function contextOf(row: Row): Kind {
  const limit = LIMITS[row.counts]
  const isTooLong = ({ body }: Pick<Seen, 'body'>) =>
    promptTokens({ body }) + (row.counts === 'both' ? capOf(body) : 0) > limit
  const refuse = ({ body }: Seen) => {
    const [prompt, reply] = [promptTokens({ body }), capOf(body)]
    const sizes = { limit, prompt, reply, both: prompt + reply, messages: prompt - 900 }
    // A figure on its own is no text.
    const text = JSON.stringify(row.body).replace(/"(%\w+)"/g, '$1')
    return refusalOf({ ...row, body: JSON.parse(filled(text, sizes)) })
  }
  return refusing(`context of ${limit}: ${row.name}`, isTooLong, refuse, {
    phases: FOREGROUND,
    history: 5,
    // Whether the person is told is left open: nothing of this turn's own is missing.
    expect: { notice: /^/ },
    requests: (bodies) => (bodies.some((body) => isTooLong({ body })) ? [] : ['no request was too long']),
    ...own(row),
  })
}

/** A call written as text. `[[…]]` is repeated for each argument. */
export function callText({ id, name, args }: Call, text: string): string {
  const json = (value: unknown) => JSON.stringify(value)
  const each = (_: string, part: string) =>
    Object.entries(args)
      .map(([key, value]) => filled(part, { key, value: typeof value === 'string' ? value : json(value) }))
      .join('')
  return filled(text.replace(/\[\[([\s\S]*?)\]\]/g, each), {
    ...{ id, name, args: json(args), quoted: json(json(args)) },
    ...{ call: json({ name, arguments: args }), parameters: json({ name, parameters: args }) },
    lines: JSON.stringify({ name, arguments: args }, null, 2),
  })
}
/** A model or a server that leaves its calls in the text. They run as calls, and are never shown. */
export function textCall(name: string, form: string, more: Partial<Kind> = {}): Kind {
  const turned = (said: ModelReply): ModelReply => ({
    ...said,
    text: [said.text, ...said.calls.map((call) => callText(call, form))].filter(Boolean).join('\n'),
    calls: [],
  })
  return kind(`a call as ${name}`, {
    apis: BOTH,
    phases: FOREGROUND,
    serve: (seen, said) => good(seen, turned(said), { every: 5 }),
    ...more,
  })
}

/** Reasoning within the text. */
export const marked = (said: ModelReply, mark: string): ModelReply => ({
  ...said,
  text: said.reasoning ? filled(mark, { thought: said.reasoning, text: said.text }) : said.text,
  reasoning: '',
})

const FORMS: Record<string, (row: Row) => Kind | Kind[]> = {
  /** The words of the service reach the person, whatever they are wrapped in. */
  error: (row) =>
    kind(`error as ${row.name}`, {
      apis: BOTH,
      phases: NOTED,
      serve: () => refusalOf(row),
      expect: (phase) =>
        phase === 'notes'
          ? { note: null, mostRequests: 4 }
          : fails(new RegExp(row.failure), row.status < 400 || row.status >= 500 ? 4 : 1),
    }),
  /** Fails so many times, and then answers. */
  'at first': (row) =>
    kind(row.name, {
      apis: BOTH,
      phases: NOTED,
      serve: (seen, said) => (seen.earlier.length < row.times ? refusalOf(row) : good(seen, said)),
      expect: (phase) => ({ mostRequests: row.times + (phase === 'answer' ? 2 : 1) }),
    }),
  /** Refuses for good, in its own words. */
  refused: (row) =>
    kind(row.name, {
      apis: BOTH,
      phases: ANSWER_ONLY,
      serve: () => refusalOf(row),
      expect: fails(new RegExp(row.failure)),
    }),
  passing: (row) => passes(row.name, () => refusalOf(row)),
  /** A service that does not take something. It is asked once, and then without it. */
  refuses(row) {
    const when = WHEN[row.when] ?? has(row.when, undefined)
    const { mostRequests } = row
    return refusing(
      `refuses ${row.name}`,
      ({ body }) => when(body),
      () => refusalOf(row),
      { ...own(row), ...(mostRequests && { expect: { mostRequests } }) },
    )
  },
  context: contextOf,
  /** A model that calls a tool in the words of another agent: the call runs as what it means. */
  write: ({ name, args }) => called(name, [{ args }], RAN),
  tool: ({ name, tool }) => called(name, [{ name: tool }], RAN),
  call({ name, tool, args, means, alone }) {
    const [calls, ran] = [
      { id: 'call_2', name: tool, args },
      { name: tool, args: means },
    ]
    return called(name, alone ? [calls] : [write, calls], alone ? [ran] : [...RAN, ran])
  },
  'text call': ({ name, text }) => textCall(name, text),
  'text finish': ({ name, text }) =>
    textCall(name, text, {
      phases: ANSWER_ONLY,
      says: () => [
        says('', {
          reasoning: REASONING,
          calls: [{ id: 'call_c1', name: 'complete_task', args: { answer: ANSWER } }],
        }),
      ],
      expect: { tools: [{ name: 'complete_task', args: { answer: ANSWER } }], mostRequests: 1 },
    }),
  /** Reasoning within the text, whole or in pieces of any length. */
  thought: ({ name, text, lengths, retracts }) =>
    lengths.map((every) =>
      kind(`${name}, in pieces of ${every}`, {
        apis: BOTH,
        phases: every === 7 ? ALL : ANSWER_ONLY,
        serve: (seen, said) => good(seen, marked(said, text), { every }),
        ...(retracts && { retracts }),
      }),
    ),
  stays: ({ name, text }) => stays(`stays text: ${name}`, text),
  /** A stop token that the server leaves at the end of the text. */
  leak: ({ name }) =>
    kind(`${name} at the end`, {
      apis: BOTH,
      phases: NOTED,
      serve: (seen, said) =>
        good(seen, said.text ? { ...said, text: `${said.text}${name}` } : said, { every: 5 }),
    }),
}

/** Fails once. Nothing about the service is learned from it, and the request is made again as it was. */
export const passes = (name: string, reply: Kind['serve']): Kind =>
  kind(`a bad moment: ${name}`, {
    apis: BOTH,
    phases: FOREGROUND,
    unlearned: true,
    serve: (seen, said) => (seen.earlier.length === 0 ? reply(seen, said) : good(seen, said)),
    expect: { mostRequests: 3 },
    requests: ([first, other]) =>
      JSON.stringify(first) === JSON.stringify(other) ? [] : ['the second request differs from the first'],
  })

/** The kinds that differ in data alone. */
export const fromTable: Kind[] = jsonLines('bench/providers/data/kinds.jsonl', rowSchema).flatMap((row) => {
  const make = FORMS[row.form]
  if (!make) throw new Error(`no kind has the form "${row.form}"`)
  return make(row)
})
