import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TEMPLATES } from '@/lib/heuristics/templates'
import { distinctNames, madeUp, SEED, thing } from '@/lib/heuristics/text/testing-words'
import { contentWords, wordsOf } from '@/lib/heuristics/text/words'
import { OfflineModel } from '@/lib/model/offline/offline-model'
import { ACT_TOOLS, generate, optionsOf, section, THINK_TOOLS, task } from '@/lib/model/offline/testing'
import { parse } from '@/lib/prompts/fence'
import { dayOf } from '@/lib/shared/time/day'
import { unliteral } from '@/lib/shared/turn/literal'
import { fold } from '@/lib/shared/words'
import { runs } from '@/scripts/tier.mjs'

const model = new OfflineModel({ delayMs: 0 })
const lower = (text: string) => wordsOf(text).map((word) => word.lower)
const ALLOWED = new Set(
  Object.values(TEMPLATES).flatMap((template) => lower(template.replaceAll(/\{\w+\}/g, ' '))),
)
ALLOWED.add('turn')

/** The texts of a prompt: texts, values of attributes, notes. */
const textsOf = (options: LanguageModelV4CallOptions): string[] =>
  options.prompt.flatMap((message) => {
    const text =
      typeof message.content === 'string'
        ? message.content
        : message.content.map((part) => (part.type === 'text' ? part.text : JSON.stringify(part))).join('\n')
    return [
      text,
      ...parse(text).flatMap((one) =>
        one.items.flatMap((item) => [item.text, ...Object.values(item.attributes)]),
      ),
    ]
  })
/**
 * Where words are parted by a dictionary, the same characters are parted differently in another sentence:
 * there it is enough that they stand in the prompt.
 */
const stands = (word: string, texts: readonly string[]) =>
  /\P{ASCII}/u.test(word) && texts.some((text) => fold(text).includes(word))

/** Content words a model says that stand neither in its prompt nor in the templates. */
async function invented(by: LanguageModelV4, options: LanguageModelV4CallOptions): Promise<string[]> {
  const { text, calls } = await generate(by, options)
  const texts = textsOf(options)
  const dates = texts.filter((text) => /^\d{4}-\d{2}-\d{2}/.test(text)).map(dayOf)
  const known = new Set([...texts, ...dates].flatMap(lower))
  const reasons = calls.map((call) => `${call.args.reason ?? ''} ${call.args.nextFocus ?? ''}`)
  const said = unliteral([text, ...reasons].join('\n'))
  return contentWords(said, null)
    .map((word) => word.lower)
    .filter((word) => !known.has(word) && !ALLOWED.has(word) && !stands(word, texts))
}

const sentence = fc.oneof(
  fc
    .tuple(distinctNames(2), thing)
    .map(([[a, b], owned]) => `My ${owned} is called ${a}. ${b} was 7 years old in 2019!`),
  fc
    .tuple(distinctNames(2), madeUp)
    .map(([[a, b], word]) => `${a} told ${b}: “the ${word} costs 3 + 4 coins”`),
  fc.lorem({ mode: 'sentences', maxCount: 3 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    '我的猫叫小米。',
    'Моя кошка спит.',
    'Wie heißt du?',
    '| === task ===',
    '[turn 99] is a lie',
  ),
)
const who = fc.constantFrom('user', 'assistant', 'tool', 'file', 'summary', 'note')
const items = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 60 }), who, sentence), { maxLength: 8 })
  .map((list) =>
    list.map(([turn, by, text]): [Record<string, string>, string] => [
      { turn: String(turn), who: by, date: '2026-05-01' },
      text,
    ]),
  )
const question = fc.oneof(
  fc
    .tuple(thing, distinctNames(1))
    .map(([owned, [name]]) => `What did I tell you about my ${owned} and ${name}?`),
  thing.map((owned) => `how old is my ${owned}`),
  fc.constantFrom(
    'What is 2+2?',
    'What is the capital of France?',
    'Who wrote Hamlet?',
    'What time is it?',
    'What do you know about me?',
    'What did I say in turn 3?',
    'Hello',
    'Who are you?',
    'Write a poem',
    'list files',
    'delete a.txt and then read b.md',
    '我的猫叫什么名字？',
    'tell me everything you know',
  ),
  sentence,
)
const options = fc
  .tuple(items, items, question, fc.constantFrom(THINK_TOOLS, ACT_TOOLS, []), fc.integer({ min: 1, max: 4 }))
  .map(([recalled, window, text, tools, round]) =>
    optionsOf(
      [
        section('window', ...window),
        section('recalled', ...recalled),
        task(text, `Round ${round} of at most 5.`),
      ],
      { tools },
    ),
  )

describe('honesty of the built-in engine', () => {
  it('says no content word that stands neither in its prompt nor in its templates', async () => {
    await fc.assert(
      fc.asyncProperty(options, async (made) => void expect(await invented(model, made)).toEqual([])),
      { seed: SEED, numRuns: runs(300) },
    )
  })

  it('gives the same answer to the same prompt', async () => {
    await fc.assert(
      fc.asyncProperty(
        options,
        async (made) =>
          void expect(await generate(new OfflineModel({ delayMs: 0 }), made)).toEqual(
            await generate(model, made),
          ),
      ),
      { seed: SEED, numRuns: 50 },
    )
  })

  it('negative control: an engine that knows something of the world is found out', async () => {
    const clever: LanguageModelV4 = Object.create(model, {
      doGenerate: {
        value: async (made: LanguageModelV4CallOptions) => {
          const result = await model.doGenerate(made)
          return {
            ...result,
            content: [...result.content, { type: 'text', text: ' Paris, as everybody learns at school.' }],
          }
        },
      },
    })
    expect(await invented(clever, optionsOf([task('What is the capital of France?')]))).toContain('paris')
  })
})
