import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import type { ScriptedTurn } from '@/e2e/support/scripted-model'

/** `answer` = what the person should read in the end. */
export type Habit = (reply: ScriptedTurn, options: LanguageModelV4CallOptions, answer: string) => ScriptedTurn

const hasTool = ({ tools = [] }: LanguageModelV4CallOptions, name: string) =>
  tools.some((tool) => tool.name === name)
/** Whether something was called since the person's last message. */
const hasCalled = ({ prompt }: LanguageModelV4CallOptions) => prompt.at(-1)?.role === 'tool'
const isForm = ({ responseFormat }: LanguageModelV4CallOptions) => responseFormat?.type === 'json'
const textOf = ({ text }: ScriptedTurn) => (typeof text === 'string' ? text : '')

const thinksAloud: Habit = (reply) => ({
  ...reply,
  text: `<think>\nThe person wants something. {"facts": []}\n</think>\n\n${textOf(reply)}`,
})
const fences: Habit = (reply, options) =>
  isForm(options)
    ? { ...reply, text: `Here is the JSON:\n\`\`\`json\n${textOf(reply)}\n\`\`\`\nLet me know!` }
    : reply
const misnames: Habit = (reply, options) =>
  hasTool(options, 'search_memories') && !hasCalled(options)
    ? { calls: [{ name: 'search_memories', args: { keyword: 'plan', top_k: '3' } }] }
    : reply
const answersAtOnce: Habit = (reply, _, answer) => (reply.calls ? { text: answer } : reply)
const callsTwice: Habit = (reply, options) =>
  hasTool(options, 'lookup_facts') && !hasCalled(options)
    ? {
        calls: [
          { name: 'lookup_facts', args: { query: 'plan' } },
          { name: 'search_memories', args: '{"query": "plan"' },
          ...(reply.calls ?? []),
        ],
      }
    : reply

const HABITS: readonly Habit[] = [thinksAloud, fences, misnames, answersAtOnce, callsTwice]

/** The habits of models that follow rules badly, one after the other. */
export function unruly(): Habit {
  let calls = 0
  return (reply, ...rest) => HABITS[calls++ % HABITS.length]?.(reply, ...rest) ?? reply
}
