import type { Kind } from '../kind'
import { good, kind } from '../make'
import { says, TITLE } from '../script'
import { chat } from '../wire-chat'

type Json = Record<string, unknown>
const BOTH = ['chat', 'responses'] as const
const NOTES = ['notes'] as const

/** The wanted JSON, written in another way. */
const asJson = (
  name: string,
  source: string,
  form: (json: string) => string,
  more: Partial<Kind> = {},
): Kind => ({
  name: `notes: ${name}`,
  source,
  apis: BOTH,
  phases: NOTES,
  serve: (seen, said) => good(seen, { ...said, text: form(said.text) }),
  // One repair is fair; its answer has the same form.
  expect: { mostRequests: 2 },
  ...more,
})

export const ownNotes: Kind[] = [
  asJson('in a code fence', 'own: models without JSON mode', (json) => `\`\`\`json\n${json}\n\`\`\``),
  asJson(
    'after a sentence',
    'own: models without JSON mode',
    (json) => `Here is the JSON:\n\n${json}\n\nLet me know!`,
  ),
  asJson('in a list', 'own: models without JSON mode', (json) => `[${json}]`),
  asJson('under the name of the schema', 'own: models that repeat the name of the schema', (json) =>
    JSON.stringify({ turn_notes: JSON.parse(json) as Json }),
  ),
  asJson('as a text of JSON', 'earendil-works/pi#9569', (json) => JSON.stringify(json)),
  asJson('with a comma at the end', 'https://github.com/josdejong/jsonrepair', (json) =>
    json.replace(/\}$/, ',}'),
  ),
  asJson('with fields that were not asked for', 'own: models without JSON mode', (json) =>
    JSON.stringify({ thoughts: 'x', ...(JSON.parse(json) as Json), confidence: 1 }),
  ),
  {
    ...asJson(
      'as a call of a tool named json',
      'https://github.com/BerriAI/litellm/blob/main/litellm/llms/anthropic/chat/transformation.py',
      (json) => json,
    ),
    apis: ['chat'],
    serve: (_, said) =>
      chat(
        says('', { calls: [{ id: 'call_j', name: 'json_tool_call', args: JSON.parse(said.text) as Json }] }),
      ),
  },
  asJson('with null where a list belongs', 'own: models without JSON mode', (json) =>
    json.replace(/"insights":\[[^\]]*\]/, '"insights":null'),
  ),
  asJson(
    'longer than asked',
    'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas',
    (json) =>
      JSON.stringify({
        ...(JSON.parse(json) as Json),
        insights: Array.from({ length: 25 }, (_, at) => `Insight ${at}.`),
      }),
  ),
  kind('notes: the wrong JSON at first', 'own: models without JSON mode', {
    apis: BOTH,
    phases: NOTES,
    serve: (seen, said) => good(seen, seen.earlier.length ? said : { ...said, text: '{"answer": "green"}' }),
    expect: { mostRequests: 2 },
  }),
  asJson('the title without quotes', 'own: small models', (json) =>
    json.replace(`"${TITLE}"`, `"\\"${TITLE}.\\""`),
  ),
]
