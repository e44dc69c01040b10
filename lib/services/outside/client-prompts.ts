import { titleFor } from '@/lib/heuristics/titles/title'
import { PROBES } from '@/lib/model/provider/test-connection'
import type { ChatMessage } from '@/lib/shared/memory/chat'

/**
 * What programs ask a model for themselves: titles, tags, follow-up questions, searches. Each is recognised by its
 * whole form, since a person may write a part of it. Open WebUI puts documents for a message under "### Task:"
 * too, without a chat history.
 */
const PROMPTS: readonly RegExp[] = [
  // Open WebUI: title, tags, follow-ups, image prompt, queries, autocompletion
  /^### Task:\n[\s\S]*<chat_history>[\s\S]*<\/chat_history>/,
  // Open WebUI: compaction, emoji, merged answers
  /^### Task:\nSummarize the conversation history[\s\S]*### Messages Being Compacted:/,
  /^Your task is to reflect the speaker's likely facial expression through a fitting emoji\.[\s\S]*Message: ```/,
  /^You have been provided with a set of responses from various models to the latest user query: [\s\S]*Responses from models:/,
  // LibreChat: titles
  /^Provide a concise, 5-word-or-less title for the conversation, using [\s\S]*only return the title itself\.\s+Conversation:\n/i,
  /^Analyze this conversation and provide:\n1\. The detected language of the conversation\n2\. A concise title/,
  /^Please generate a concise, 5-word-or-less title for the conversation, using its same language/,
  /^Write a concise title for this conversation in the given language\. Title in 5 Words or Less\./,
]
/** Open WebUI lets a model choose tools by a system message. */
const CHOICE = /^Available Tools: [\s\S]*Your task is to choose and return the correct tool\(s\)/

/** Whether the test of another Mneme asks, which wants to know whether tools are called. */
export const isProbe = ([first]: readonly ChatMessage[]): boolean =>
  first?.role === 'user' && PROBES.includes(first.text.trim())

/** Whether a request is a program's own: one message, in one of these forms. */
export function isClientPrompt(system: string, messages: readonly ChatMessage[], hasTools: boolean): boolean {
  const [first] = messages
  if (messages.length > 1 || first?.role === 'assistant') return false
  const said = first?.role === 'user' ? first.text.trim() : ''
  if (isProbe(messages)) return !hasTools
  return PROMPTS.some((form) => form.test(said) || form.test(system.trim())) || CHOICE.test(system)
}

/** The first thing that the person said in the conversation that a prompt quotes. */
const SAID =
  /(?:^|\n)\s*(?:USER|User|Human|user): ([\s\S]+?)(?=\n\s*(?:ASSISTANT|Assistant|AI|assistant):|<\/|$)/
/** What the built-in engine says to the prompts that want JSON, by their key. */
const EMPTY = { tags: [], follow_ups: [], queries: [], text: '', prompt: '' }

/** The built-in engine's answer to a program's own prompt; null = it is answered like any message. */
export function builtInAnswer(system: string, messages: readonly ChatMessage[]): string | null {
  if (CHOICE.test(system)) return JSON.stringify({ tool_calls: [] })
  const [first] = messages
  const prompt = [system, first?.role === 'user' ? first.text : ''].join('\n').trim()
  const key = /"(title|tags|follow_ups|queries|text|prompt)"\s*:/.exec(prompt)?.[1]
  if (key && key !== 'title') return JSON.stringify({ [key]: EMPTY[key as keyof typeof EMPTY] })
  if (prompt.startsWith('Your task is to reflect')) return '💬'
  if (!/\btitle\b/i.test(prompt.slice(0, 400))) return null
  const quoted = /<chat_history>([\s\S]*)<\/chat_history>/.exec(prompt)?.[1] ?? prompt
  const title = titleFor(SAID.exec(quoted)?.[1] ?? '')
  return key ? JSON.stringify({ title }) : title
}
