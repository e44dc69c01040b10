import type { Json } from '@/lib/model/types'
import type { Failure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { Support } from '@/lib/shared/model-support'
import type { Problem } from '../failure'
import { isObject } from '../wire/fault'

/** How servers for text alone refuse a message with an image. */
export const IMAGE_PART =
  /image|\bvision|visual|multi-?modal|mmproj|\bcontent\b.{0,40}\b(?:string|text)\b|\b(?:string|text)\b.{0,40}\bcontent\b/i
export const REFUSALS: readonly number[] = [400, 404, 415, 422, 500, 501]
/** Words about one image, where another one might be taken. */
const SIZE_OR_CONTENT =
  /too (?:large|big|many|small)|exceed|maximum|limit|corrupt|damaged|malformed|truncated|decod|download|moderation|safety|polic/i
const ONE_IMAGE =
  /(?:invalid|unsupported|not a valid|unrecognized|(?:not|unable to|failed to) (?:process|load|parse|read)).{0,24}image(?! ?(?:input|content|_?url))/i

/** Whether a service refuses an image of the message, but may take others. */
export const rejectsImage = ({ status, failure: { said = '' } }: Problem) =>
  status === 413 ||
  (REFUSALS.includes(status ?? 0) &&
    IMAGE_PART.test(said) &&
    (SIZE_OR_CONTENT.test(said) || ONE_IMAGE.test(said)))

export const imageRejected = ({ failure: { said } }: Problem): Failure => ({
  code: 'provider_error',
  message: 'The provider could not use an image of this message.',
  hint: 'Send the message again with a smaller image, or with one in PNG or JPEG.',
  ...(said ? { said } : {}),
})

export const imagesNotTaken = (model: string) =>
  `${model} does not accept images, so it answered from the text alone. To have them seen, choose a model that does and regenerate the answer.`

/** A refused request: its body, and what the service said about it. `images` = it had some. */
type Refused = { body: Json; said: string; support: Support; images: boolean; problem: Problem }
/** The words of a refusal, the lesser request that follows, and what else it takes; the words that make it last. */
type Row = [
  words: RegExp,
  change: Partial<Support> | ((refused: Refused) => Partial<Support>),
  applies?: (refused: Refused) => boolean,
  lasting?: RegExp,
]

const messages = (body: Json) => (Array.isArray(body.messages) ? body.messages.filter(isObject) : [])
/** Whether a form of the answer was asked for that there is a lesser one of. */
const hasForm = ({ body, support }: Refused) =>
  support.form !== 'text' &&
  ('response_format' in body || (isObject(body.text) && isObject(body.text.format)))
const lesserForm = ({ support }: Refused) =>
  ({ form: support.form === 'json_schema' ? 'json_object' : 'text' }) as const

/** A service says so of what it never takes. Anything else may be a bad moment. */
const NO =
  /(?:not|n't|only|un|found that) ?support|unknown (?:param|name|field|arg|key|variant)|unrecogni[sz]ed|unexpected (?:param|name|field|arg|key|propert)|not (?:permitted|allowed|enabled)|extra[_ ](?:inputs?|fields?|propert|forbidden)|requires --/i
const TOO_MUCH = /too (?:large|high|big|many)|exceed|maximum|at most|less than|<=|\brange\b/i
/** Of a refusal, as against a failure, these last too. */
const LASTING = new RegExp(
  `${NO.source}|${TOO_MUCH.source}|\\b(?:must|should|only|expect(?:s|ed)?|required|unavailable|grammar)\\b|invalid (?:\\w+ ){0,3}type`,
  'i',
)

/** A number next to the limit's name or to a word such as "at most". */
const LIMIT =
  /(?:tokens|maximum|at most|<=|less than|equal to|up to|limit|range)[^.\d]{0,30}(?:\d+, ?)?(\d+)|(\d+)[^.\d]{0,20}maximum/gi
/** The largest answer that the words allow, else half of what was too much. */
function allowedOutput({ problem: { failure }, body }: Refused): number | null {
  const most = limitIn(body) ?? 0
  const said = failure.said ?? ''
  const named = [...said.replaceAll(/(\d)[,_](?=\d{3}\b)/g, '$1').matchAll(LIMIT)]
    .map(([, after, before]) => Number(after ?? before))
    .filter((count) => count >= 16 && count < most)
  const half = Math.floor(most / 2)
  if (named.length) return Math.max(...named)
  return TOO_MUCH.test(said) && half >= limits.model.leastOutput ? half : null
}

const NEEDED = ['model', 'messages', 'input', 'stream', 'tools', 'max_tokens', 'max_completion_tokens']
function isUnfit(name: string, said: string, more = '(?!)'): boolean {
  const [no, named] = [NO.source, `\\b${name}\\b`]
  return new RegExp(`(?:${no})[^.]{0,40}${named}|${named}[^.]{0,40}(?:${no})|${more}`, 'i').test(said)
}
/** The optional parameter that the words name as unknown or unfit. */
const namedIn = ({ said, body }: Refused) =>
  Object.keys(body).find(
    (name) =>
      !NEEDED.includes(name) &&
      isUnfit(
        name,
        said,
        `\\b${name}\\b[^.]{0,40}must be|invalid ['"\`]?\\b${name}\\b|"param": ?"\\b${name}\\b`,
      ),
  )

/** The first that fits and was not tried yet follows. */
const ROWS: Row[] = [
  [IMAGE_PART, { images: 'refused' }, ({ images, support }) => images && support.images !== 'taken'],
  [
    /tools=?`? param|requires?.{0,30}\btools\b|\btools\b.{0,60}(must be|required|provided|missing)|without.{0,20}\btools\b/i,
    { toolsWithResults: true },
    ({ body, support }) => !('tools' in body) && !support.toolsWithResults,
  ],
  [/max_completion_tokens/i, { maxTokens: 'max_completion_tokens' }, ({ body }) => 'max_tokens' in body],
  [
    /(max_(completion_|output_)?tokens|max(imum)? (output|completion|new) tokens|completion tokens)/i,
    (refused) => ({ mostOutput: allowedOutput(refused) }),
    (refused) => allowedOutput(refused) !== null,
  ],
  [/max_completion_tokens/i, { maxTokens: 'max_tokens' }, ({ body }) => 'max_completion_tokens' in body],
  [
    /reasoning\.summary|reasoning summar|must be verified/i,
    { summary: false },
    ({ support }) => support.summary,
  ],
  [
    /tool_choice|tool choice/i,
    { required: false },
    ({ body, support }) => body.tool_choice === 'required' && support.required,
  ],
  [/response_format|json_schema|json_object|text\.format|structured|grammar|json mode/i, lesserForm, hasForm],
  [
    /reasoning_content|reasoning_details|reasoning.{0,40}(not|un|extra|forbid|invalid)/i,
    { reasoning: false },
    ({ body, support }) =>
      support.reasoning &&
      messages(body).some((message) => Object.keys(message).some((name) => name.startsWith('reasoning'))),
  ],
  [
    /\balternat(e|ing)\b|consecutive|same role|roles? (must|should)|conversation role|after .{0,30}system/i,
    ({ support, body }) => ({
      alternate: true,
      ...(support.alternate ? { system: 'user' as const } : {}),
      ...(messages(body).some(({ role }) => role === 'tool') ? { tools: 'text' as const } : {}),
    }),
  ],
  [
    /system (role|message|prompt)|role.{0,30}\b(system|developer)\b|\b(system|developer)\b.{0,30}(role|support)/i,
    { system: 'user' },
    ({ support, body }) => support.system === 'system' && messages(body)[0]?.role === 'system',
  ],
  [
    /content.{0,60}(null|none|string|empty|required|missing|blank)|(null|none).{0,40}content/i,
    { emptyText: true },
    ({ body, support }) => !support.emptyText && messages(body).some(({ content }) => content === null),
  ],
  [
    /\btools?\b|\bfunctions?\b|tool.?(use|call)/i,
    { tools: 'text' },
    ({ body, support, said }) =>
      'tools' in body && support.tools === 'native' && !/tool_call|must be followed|preceding/i.test(said),
    NO,
  ],
  [
    /./,
    (refused) => ({ omit: [...refused.support.omit, namedIn(refused) ?? ''] }),
    (refused) => namedIn(refused) !== undefined,
  ],
  [
    /./,
    ({ support }) => ({ omit: [...support.omit, 'max_tokens'] }),
    ({ said, body }) =>
      'max_tokens' in body && !/max_completion_tokens/i.test(said) && isUnfit('max_tokens', said),
  ],
  [/(?:)/, lesserForm, (refused) => [400, 422].includes(refused.problem.status ?? 0) && hasForm(refused)],
]

/** `lasting` = the service will refuse it again; otherwise it may have been a bad moment. */
type Lesser = { change: Partial<Support>; lasting: boolean }

/** What to ask for instead, one thing at a time; null = another cause. `tried` = earlier forms, as JSON. */
export function lesser(
  support: Support,
  problem: Problem,
  body: Json,
  images: boolean,
  tried: ReadonlySet<string>,
): Lesser | null {
  const { status, heard, retryable } = problem
  if (status === null || !REFUSALS.includes(status) || (retryable && !NO.test(heard))) return null
  const refused: Refused = { body, said: heard, support, images, problem }
  for (const [words, change, applies, lasting = LASTING] of ROWS) {
    if (!words.test(heard) || applies?.(refused) === false) continue
    const less = typeof change === 'function' ? change(refused) : change
    if (!tried.has(JSON.stringify({ ...support, ...less })))
      return { change: less, lasting: lasting.test(heard) }
  }
  return null
}

const LIMIT_NAMES = ['max_tokens', 'max_completion_tokens', 'max_output_tokens']

export const limitIn = (body: Json): number | null =>
  LIMIT_NAMES.map((name) => Number(body[name])).find(Number.isFinite) ?? null

/** Keys keep their order, so that prefixes stay equal. */
export function bodyFor(body: Json, support: Support): Json {
  const out: Json = {}
  for (const [name, value] of Object.entries(body)) {
    if (support.omit.includes(name)) continue
    if (LIMIT_NAMES.includes(name) && typeof value === 'number')
      out[name === 'max_output_tokens' ? name : support.maxTokens] = Math.min(
        value,
        support.mostOutput ?? value,
      )
    else out[name] = name === 'messages' && Array.isArray(value) ? messagesFor(value, support) : value
  }
  return out
}

function messagesFor(given: unknown[], support: Support): unknown[] {
  let messages = given.filter(isObject)
  if (support.emptyText)
    messages = messages.map((message) => (message.content === null ? { ...message, content: '' } : message))
  if (support.system === 'user')
    messages = messages.map((message) => (message.role === 'system' ? { ...message, role: 'user' } : message))
  return support.alternate || support.system === 'user' ? messages.reduce(merged, []) : messages
}

const parts = (content: unknown) => (Array.isArray(content) ? content : [{ type: 'text', text: content }])
/** Adds a message, to the last one if that is of the same person. */
function merged(before: Json[], message: Json): Json[] {
  const last = before.at(-1)
  const joins = last && last.role === message.role && ['user', 'assistant'].includes(String(last.role))
  if (!joins || last.tool_calls || message.tool_calls) return [...before, message]
  const texts = typeof last.content === 'string' && typeof message.content === 'string'
  const content = texts
    ? `${last.content}\n\n${message.content}`
    : [...parts(last.content), ...parts(message.content)]
  return [...before.slice(0, -1), { ...last, content }]
}
