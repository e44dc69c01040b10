import { expect, it } from 'vitest'
import { inventedWords } from '@/lib/memory/text/testing-names'
import { emptyTermIndex, isWorn, likeness, putText, removeText } from './term-index'
import { similarTo } from './testing-similar'

const words = inventedWords(60)
const text = (length: number) =>
  Array.from({ length }, () => words[Math.floor(Math.random() * words.length)]).join(' ')

it('after any series of changes answers as an index built anew does', () => {
  const index = emptyTermIndex<string>()
  const texts = new Map<string, string>()
  for (let i = 0; i < 600; i++) {
    const id = `t${Math.floor(Math.random() * 40)}`
    if (Math.random() < 0.3) {
      removeText(index, id)
      texts.delete(id)
    } else {
      const said = text(5 + Math.floor(Math.random() * 30))
      putText(index, id, said, id)
      texts.set(id, said)
    }
  }
  const anew = emptyTermIndex<string>()
  for (const [id, said] of texts) putText(anew, id, said, id)
  for (let i = 0; i < 20; i++) {
    const query = text(6)
    const found = (of: typeof index) =>
      similarTo(of, query, 0)
        .map(({ item, similarity }) => [item, similarity.toFixed(9)])
        .sort()
    expect(found(index)).toEqual(found(anew))
    expect(found(index)).toEqual(found(index))
  }
})

it('leaves out only what is below the least similarity', () => {
  const index = emptyTermIndex<string>()
  // The first words are in most texts, the last in a few.
  const often = (length: number) =>
    Array.from({ length }, () => words[Math.floor(words.length * Math.random() ** 3)]).join(' ')
  for (let i = 0; i < 300; i++) putText(index, `t${i}`, often(3 + Math.floor(Math.random() * 60)), `t${i}`)
  for (let i = 0; i < 100; i++) {
    const query = often(1 + Math.floor(Math.random() * 12))
    const all = similarTo(index, query, 0).filter(({ similarity }) => similarity >= 0.25)
    const byId = (a: { slot: number }, b: { slot: number }) => a.slot - b.slot
    expect(similarTo(index, query, 0.25).sort(byId)).toEqual(all.sort(byId))
  }
})

it('is as similar to itself as can be, and a text is to itself', () => {
  const index = emptyTermIndex<string>()
  for (const id of ['a', 'b', 'c']) putText(index, id, text(20), id)
  putText(index, 'd', 'Restart the worker after a deploy', 'd')
  const [best] = similarTo(index, 'Restart the worker after a deploy', 0.25)
  expect([best?.item, (best?.similarity ?? 0) > 0.9]).toEqual(['d', true])
  const alike = likeness(index)
  expect(alike(0, 0)).toBeCloseTo(1, 9)
  expect(alike(0, 1)).toBeCloseTo(alike(1, 0), 12)
  expect(alike(0, 3)).toBe(0)
  expect(similarTo(index, 'zzz', 0.25)).toEqual([])
})

it('is built anew once most of it is empty', () => {
  const index = emptyTermIndex<string>()
  for (let i = 0; i < 1_200; i++) putText(index, 'one', `text ${i}`, 'one')
  expect([isWorn(index), index.slots.size]).toEqual([true, 1])
})
