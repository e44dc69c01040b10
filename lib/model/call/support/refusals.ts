import type { Support } from '@/lib/shared/model-support'
import type { Problem } from '../failure'
import { isObject } from '../wire/fault'
import type { Json } from '../wire/stream'
import { refusesImages } from './image-refusal'

/** A refused request: its body, and what the service said about it. */
type Refused = { body: Json; said: string; support: Support; images: boolean; problem: Problem }
type Row = {
  words: RegExp
  applies?(refused: Refused): boolean
  change(refused: Refused): Partial<Support>
}

const messages = (body: Json) => (Array.isArray(body.messages) ? body.messages.filter(isObject) : [])
const form = (body: Json) =>
  'response_format' in body || (isObject(body.text) && isObject(body.text.format)) ? body : null
const LIMIT_NAMES = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'] as const
const requested = (body: Json) => LIMIT_NAMES.map((name) => Number(body[name])).find(Number.isFinite) ?? 0

/** The largest number in the words that is below what was requested. */
const allowedOutput = ({ said, body }: Refused) =>
  [...said.replaceAll(/(\d)[,_](?=\d{3})/g, '$1').matchAll(/\d+/g)]
    .map(([digits]) => Number(digits))
    .filter((count) => count >= 16 && count < requested(body))
    .sort((a, b) => b - a)[0]

/** Parameters without which a request still makes sense. */
const NEEDED = ['model', 'messages', 'input', 'stream', 'tools', 'max_tokens', 'max_completion_tokens']
/** The optional parameter that the words name as unknown or unfit. */
const namedIn = ({ said, body }: Refused) =>
  Object.keys(body).find((name) => !NEEDED.includes(name) && new RegExp(`\\b${name}\\b`, 'i').test(said))

/**
 * What a refusal says, and the lesser request that follows. The first row that fits is tried; each changes
 * what is sent, so that none is tried twice.
 */
const ROWS: Row[] = [
  {
    words:
      /tools=?`? param|requires?.{0,30}\btools\b|\btools\b.{0,60}(must be|required|provided|missing)|without.{0,20}\btools\b/i,
    applies: ({ body, support }) => !('tools' in body) && !support.toolsWithResults,
    change: () => ({ toolsWithResults: true }),
  },
  {
    words: /max_completion_tokens/i,
    applies: ({ body }) => 'max_tokens' in body,
    change: () => ({ maxTokens: 'max_completion_tokens' }),
  },
  {
    words: /(max_(completion_|output_)?tokens|max(imum)? (output|completion|new) tokens|completion tokens)/i,
    applies: (refused) => allowedOutput(refused) !== undefined,
    change: (refused) => ({ mostOutput: allowedOutput(refused) ?? null }),
  },
  {
    words: /max_completion_tokens/i,
    applies: ({ body }) => 'max_completion_tokens' in body,
    change: () => ({ maxTokens: 'max_tokens' }),
  },
  {
    words: /reasoning\.summary|reasoning summar|must be verified/i,
    applies: ({ support }) => support.summary,
    change: () => ({ summary: false }),
  },
  {
    words: /tool_choice|tool choice/i,
    applies: ({ body, support }) => body.tool_choice === 'required' && support.required,
    change: () => ({ required: false }),
  },
  {
    words: /response_format|json_schema|json_object|text\.format|structured|grammar|json mode/i,
    applies: ({ body, support }) => form(body) !== null && support.form !== 'text',
    change: ({ support }) => ({ form: support.form === 'json_schema' ? 'json_object' : 'text' }),
  },
  {
    words: /reasoning_content|reasoning_details|reasoning.{0,40}(not|un|extra|forbid|invalid)/i,
    applies: ({ body, support }) =>
      support.reasoning &&
      messages(body).some((message) => Object.keys(message).some((name) => name.startsWith('reasoning'))),
    change: () => ({ reasoning: false }),
  },
  {
    words: /alternat|consecutive|same role|roles? (must|should)|conversation role|after .{0,30}system/i,
    change: ({ support, body }) => ({
      alternate: true,
      ...(support.alternate ? { system: 'user' as const } : {}),
      ...(messages(body).some(({ role }) => role === 'tool') ? { tools: 'text' as const } : {}),
    }),
  },
  {
    words:
      /system (role|message|prompt)|role.{0,30}\b(system|developer)\b|\b(system|developer)\b.{0,30}(role|support)/i,
    applies: ({ support, body }) => support.system === 'system' && messages(body)[0]?.role === 'system',
    change: () => ({ system: 'user' }),
  },
  {
    words: /content.{0,60}(null|none|string|empty|required|missing|blank)|(null|none).{0,40}content/i,
    applies: ({ body, support }) =>
      !support.emptyText && messages(body).some(({ content }) => content === null),
    change: () => ({ emptyText: true }),
  },
  {
    words: /\btools?\b|\bfunctions?\b|tool.?(use|call)/i,
    applies: ({ body, support, said }) =>
      'tools' in body && support.tools === 'native' && !/tool_call|must be followed|preceding/i.test(said),
    change: () => ({ tools: 'text' }),
  },
  {
    words: /./,
    applies: (refused) => namedIn(refused) !== undefined,
    change: (refused) => ({ omit: [...refused.support.omit, namedIn(refused) ?? ''] }),
  },
  {
    words: /(?:)/,
    applies: ({ body, support, problem }) =>
      form(body) !== null && support.form !== 'text' && (problem.status === 400 || problem.status === 422),
    change: ({ support }) => ({ form: support.form === 'json_schema' ? 'json_object' : 'text' }),
  },
]

const STATUSES = [400, 404, 415, 422, 500, 501]

/** What to ask for instead after a refusal, one thing at a time; null = the refusal has another cause. */
export function lesser(support: Support, problem: Problem, body: Json, images: boolean): Support | null {
  if (images && support.images !== 'taken' && refusesImages(problem)) return { ...support, images: 'refused' }
  if (problem.status === null || !STATUSES.includes(problem.status)) return null
  const refused: Refused = { body, said: problem.heard, support, images, problem }
  for (const { words, applies, change } of ROWS) {
    if (!words.test(problem.heard) || applies?.(refused) === false) continue
    const less = { ...support, ...change(refused) }
    if (JSON.stringify(less) !== JSON.stringify(support)) return less
  }
  return null
}
