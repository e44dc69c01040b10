import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { ScriptedModel, type ScriptedTurn } from '@/e2e/support/scripted-model'
import { askedRound } from '@/lib/model/offline/view'
import { type PromptItem, sentSections } from '@/lib/prompts/fence'

const UNKNOWN = 'Nothing that I was shown says that.'
const PLAIN = new Set(
  'a an the my is are was do does did i it of in on at to for have has what which who where when how much you know'.split(
    ' ',
  ),
)
/** Words that name the type of the answer; a statement need not contain them. */
const KINDS = new Set('name called named date day place town company keep month'.split(' '))
const SAME = [['price', 'cost', 'costs', 'euros']]
const TIME = /\d{1,2}:\d\d|\d{1,2} \p{Lu}|\p{Lu}\p{L}+day\b/u
/** What an answer must contain: a time, a place or an amount of money. */
const WANTED: readonly { asks: RegExp; says: (text: string) => boolean }[] = [
  { asks: /^when\b|\b(?:date|day)\b/i, says: (text) => TIME.test(text) },
  {
    asks: /^where is\b|\bplace\b|\bkeep\b/i,
    says: (text) => !TIME.test(text) && /\b(?:in|into|to|at) the\b/i.test(text),
  },
  { asks: /\bcosts?\b|\bprice\b/i, says: (text) => /\d euros\b/.test(text) },
]

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’]s)?/gu) ?? []
const telling = (text: string) =>
  wordsOf(text.replace(/what['’]s/gi, 'what')).filter((word) => !PLAIN.has(word) && !KINDS.has(word))
const says = (text: string, word: string) => {
  const forms = SAME.find((same) => same.includes(word)) ?? [word]
  return wordsOf(text).some((one) => forms.some((form) => one.startsWith(form)))
}

/** Whether an item is about the same person as the question. */
const isOf = (question: string, text: string) => {
  const owners = (of: string) =>
    wordsOf(of)
      .filter((word) => /^(?!what|who|where|it).*['’]s$/.test(word))
      .sort()
      .join(' ')
  // A question about oneself is only answered by a first-person statement.
  const ofOneself = /\bI\b/.test(question) && !/\bmy\b/i.test(question)
  return owners(question) === owners(text) && (!ofOneself || /\bI\b|^We\b/.test(text))
}

/**
 * A model that relies on the dates and marks in its prompt only. It takes the latest item with the words of
 * the question, follows it to the item marked as newer, and repeats that verbatim. It looks memory up if it
 * is shown no answer.
 */
export const newestModel = () => new ScriptedModel(replyTo)

/** The texts of a message and of tool results, which are quoted line by line. */
function textsOf(message: LanguageModelV4CallOptions['prompt'][number]): string[] {
  if (message.role === 'user' || message.role === 'assistant')
    return message.content.flatMap((part) => (part.type === 'text' ? part.text : []))
  if (message.role !== 'tool') return []
  return message.content.flatMap((part) =>
    part.type === 'tool-result' && part.output.type === 'text'
      ? part.output.value.replaceAll(/^\| ?/gm, '')
      : [],
  )
}

function replyTo(options: LanguageModelV4CallOptions): ScriptedTurn {
  const sections = sentSections(
    options.prompt.flatMap((message) => textsOf(message).map((text) => ({ role: message.role, text }))),
  )
  const itemsOf = (name: string) =>
    sections.filter((section) => section.name === name).flatMap(({ items }) => items)
  const question = itemsOf('task').find(({ attributes }) => attributes.who === 'user')?.text ?? ''
  const asks = question.trim().endsWith('?')
  const decide = (continueThinking: boolean) => ({
    name: 'continue_thinking',
    args: { continueThinking, reason: continueThinking ? 'Looking it up.' : 'Enough is known.' },
  })
  const looked = options.prompt.some(({ role }) => role === 'tool')
  if (askedRound(options.prompt)) {
    if (!asks || looked) return { text: 'Ready.', calls: [decide(false)] }
    return {
      text: 'I look it up.',
      calls: [{ name: 'recall_context', args: { keywords: [question] } }, decide(true)],
    }
  }
  const answer = asks ? answerTo(question, [...itemsOf('recalled'), ...itemsOf('window')]) : 'Noted.'
  const mayLook = options.tools?.some(({ name }) => name === 'recall_context')
  // In fast mode there was no round of thinking to look it up.
  if (answer === UNKNOWN && mayLook && !looked)
    return { text: '', calls: [{ name: 'recall_context', args: { keywords: [question] } }] }
  return { text: answer, calls: [] }
}

function answerTo(question: string, shown: readonly PromptItem[]): string {
  const sought = telling(question)
  const said = shown.filter(
    ({ attributes, text }) => attributes.who === 'user' && !text.trim().endsWith('?') && isOf(question, text),
  )
  const latest = said
    .filter(({ text }) => sought.every((word) => says(text, word)))
    .sort((a, b) => Date.parse(a.attributes.date ?? '') - Date.parse(b.attributes.date ?? ''))
    .at(-1)
  if (!latest) return UNKNOWN
  let item: PromptItem = latest
  for (let steps = 0; steps < shown.length; steps++) {
    const { id, later } = item.attributes
    const newer = said.find(({ attributes }) =>
      later ? attributes.id === later : id && attributes.changes === id,
    )
    if (!newer) break
    item = newer
  }
  const { text } = item
  const answers = WANTED.every(({ asks, says }) => !asks.test(question) || says(text))
  return answers ? `You told me: “${text}”` : UNKNOWN
}
