import { eachSimilar, type TermIndex } from './term-index'

type Similar<T> = { slot: number; item: T; similarity: number }

export function similarTo<T>(index: TermIndex<T>, query: string, least: number): Similar<T>[] {
  const similar: Similar<T>[] = []
  eachSimilar(index, query, least, (item, slot, similarity) => similar.push({ slot, item, similarity }))
  return similar
}
