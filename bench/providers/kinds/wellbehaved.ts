import type { Kind } from '../kind'
import { kind } from '../make'
import { chat } from '../wire-chat'
import { responses } from '../wire-responses'

/** OpenAI's own way: what every other kind is compared with. */
export const wellBehaved: Kind[] = [
  kind('openai', 'https://platform.openai.com/docs/api-reference/chat-streaming', {
    apis: ['chat', 'responses'],
    phases: ['think', 'answer', 'notes', 'classify'],
    serve: ({ api }, said) => (api === 'chat' ? chat(said) : responses(said)),
  }),
]
