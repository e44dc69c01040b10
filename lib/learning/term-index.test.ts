import { expect, it } from 'vitest'
import { inventedWords } from '@/lib/memory/text/testing-names'
import { emptyTermIndex, putText, removeText } from './term-index'
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
