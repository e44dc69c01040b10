import type { Carried, Json } from '@/lib/model/types'

export type Finish = 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'unknown'

/** Turns what a server sends into the events that the AI SDK reads. */
export interface Stream {
  /** Why the answer ended; null = the server has not said so. */
  finish: Finish | null
  /** The same in the server's own word. */
  reason: string
  /** Text or a call has come. */
  said: boolean
  /** What the service wants back with the next request. */
  carried: Carried
  next(event: Json): Json[]
  end(): Json[]
}

const FINISHES: Record<Exclude<Finish, 'unknown'>, string> = {
  stop: 'stop end_turn eos eos_token stop_sequence stop_token stop_str complete completed done finished end',
  length: 'length max_tokens max_output_tokens model_length token_limit model_context_window_exceeded',
  'tool-calls': 'tool_calls tool_call tool_use function_call function_calls',
  'content-filter':
    'content_filter safety recitation blocklist blocked prohibited_content spii refusal sensitive guardrail',
}

/** Anything else (`error`, `abort`, `insufficient_system_resource`, new words) is no end of an answer. */
export function finishOf(raw: string): Finish {
  const word = raw.toLowerCase().replaceAll('-', '_')
  for (const [finish, words] of Object.entries(FINISHES))
    if (words.split(' ').includes(word)) return finish as Finish
  return 'unknown'
}
