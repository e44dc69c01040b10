import { expect, it } from 'vitest'
import { everyPrompt } from '@/app/api/v1/chat/completions/testing-client-prompts'
import type { Turn } from '@/lib/db/turns/turns'
import { type MnemeError, notFound } from '@/lib/shared/errors'
import type { ChatMessage } from '@/lib/shared/memory/chat'
import { refuseBusy } from '../forget/forget-places'
import { builtInAnswer, isClientPrompt } from './client-prompts'
import { programWords } from './program-words'

const user = (text: string): ChatMessage => ({ role: 'user', text, images: [] })
const systemOf = (messages: { role: string; content: string }[]) =>
  messages.flatMap(({ role, content }) => (role === 'system' ? content : [])).join()
const saidIn = (messages: { role: string; content: string }[]) =>
  messages.flatMap(({ role, content }) => (role === 'user' ? user(content) : []))

it.each(everyPrompt)('a program’s own prompt is recognised: %s', (_, messages) => {
  expect(isClientPrompt(systemOf(messages), saidIn(messages), false)).toBe(true)
})

it('what a person says is not taken for one, nor documents that Open WebUI adds to it', () => {
  const texts = [
    '### Task:\nRespond to the user query using the provided context, incorporating inline citations.\n<context>\n<source id="1">Kilns are hot.</source>\n</context>\n\nHow hot is a kiln?',
    'Provide a concise, 5-word-or-less title for my essay on kilns.',
    'Generate a concise title summarizing the chat history.',
    '### Task:\nWrite tests for the kiln.',
    'Suggest 3-5 relevant follow-up questions.',
    'You have been provided with a set of responses. What do you make of them?',
    'Available Tools: hammer, saw. Which one?',
    'Your task is to reflect on kilns.',
  ]
  for (const text of texts)
    expect([text, isClientPrompt('Be kind.', [user(text)], false)]).toEqual([text, false])
  const [, title = []] = everyPrompt[0] ?? []
  const answered: ChatMessage[] = [user('Hi.'), { role: 'assistant', text: 'Hello.', calls: [] }]
  expect(isClientPrompt('', [...answered, ...saidIn(title)], false)).toBe(false)
})

it('the built-in engine answers in the form that is asked for', () => {
  const answers = Object.fromEntries(
    everyPrompt.map(([name, messages]) => [name, builtInAnswer(systemOf(messages), saidIn(messages))]),
  )
  expect(answers).toMatchObject({
    'Open WebUI, title': '{"title":"How hot is a kiln"}',
    'Open WebUI, tags': '{"tags":[]}',
    'Open WebUI, follow-ups': '{"follow_ups":[]}',
    'Open WebUI, queries': '{"queries":[]}',
    'Open WebUI, autocompletion': '{"text":""}',
    'Open WebUI, emoji': '💬',
    'Open WebUI, choice of tools': '{"tool_calls":[]}',
    'Open WebUI, merged answers': null,
    'LibreChat, title': 'How hot is a kiln',
    'LibreChat, title with the language': 'How hot is a kiln',
  })
})

function thrownBy(act: () => void): MnemeError {
  try {
    act()
  } catch (error) {
    return error as MnemeError
  }
  throw new Error('nothing was thrown')
}

it('gives a program no advice that is for somebody at a page', () => {
  const busy = thrownBy(() => refuseBusy([{ number: 4, status: 'running' } as Turn]))
  const hints = [
    'Your draft is kept. Try again in 42 seconds.',
    'Send it again in a few seconds. Your draft is kept.',
    'It may be using the file. Stop it first, then forget the file.',
    'Wait for one to finish, or discard one.',
    'Stop it first, then forget it.',
    'Choose another provider in Settings.',
  ].map((hint) => ({ message: 'No.', hint }))
  expect([notFound('fact'), busy, ...hints, { message: 'No.' }].map(programWords)).toEqual([
    'This fact does not exist. It may have been deleted. search, recall and facts return the ids that exist.',
    'Message 4 is still being answered. Try again when the answer is complete.',
    'No. Try again in 42 seconds.',
    'No. Send it again in a few seconds.',
    'No. It may be using the file. Try again when the answer is complete.',
    'No. Try again when the answer is complete.',
    'No. Try again when the answer is complete.',
    'No. Choose another provider in Settings.',
    'No.',
  ])
})
