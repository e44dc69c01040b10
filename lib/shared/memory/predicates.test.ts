import { describe, expect, it } from 'vitest'
import { isSingleValued } from './predicates'

describe('isSingleValued', () => {
  it.each(['name', 'Lives in', 'works at', ' age', 'born on', 'favourite colour'])(
    'is true of %j',
    (predicate) => {
      expect(isSingleValued(predicate)).toBe(true)
    },
  )

  it.each(['likes', 'owns', 'speaks', 'has', 'allergic to', 'is', 'from', 'favourite', ''])(
    'is false of %j',
    (predicate) => {
      expect(isSingleValued(predicate)).toBe(false)
    },
  )
})
