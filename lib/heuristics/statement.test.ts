import { expect, it } from 'vitest'
import { statementOf } from './statement'

it.each([
  ['user', 'lives in', 'Oslo', 'I live in Oslo.'],
  ['user', 'studies at', 'Trinity', 'I study at Trinity.'],
  ['user', 'teaches', 'maths', 'I teach maths.'],
  ['user', 'is', 'left-handed', 'I am left-handed.'],
  ['user', 'allergic to', 'nuts', 'I am allergic to nuts.'],
  ['user', 'favourite colour', 'teal', 'My favourite colour is teal.'],
  ['cat', 'name', 'Mochi', 'My cat is called Mochi.'],
  ['cat', 'age', '4', "My cat's age is 4."],
  ['sister', 'works at', 'Ikea', 'My sister works at Ikea.'],
  ['sister', 'from', 'Cork', 'My sister is from Cork.'],
  ['user', 'owns', 'not car', 'I do not own a car.'],
  ['user', 'works at', 'not any more', 'I do not work any more.'],
])('%s, %s, %s is said as “%s”', (subject, predicate, object, expected) => {
  expect(statementOf({ subject, predicate, object })).toBe(expected)
})
