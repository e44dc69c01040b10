import { expect, it } from 'vitest'
import { matching, onlyChatModel } from './matching'

it('finds models by any words of their names, in any case and order', () => {
  const models = ['openai/gpt-5.4-mini', 'qwen/Qwen3-32B', 'qwen/qwen3-8b']
  expect(matching(models, '')).toEqual({ shown: models, more: 0 })
  expect(matching(models, 'QWEN 8b').shown).toEqual(['qwen/qwen3-8b'])
  expect(matching(models, 'mini gpt').shown).toEqual(['openai/gpt-5.4-mini'])
  expect(matching(models, 'llama')).toEqual({ shown: [], more: 0 })
})

it('shows a hundred and counts the rest', () => {
  const many = Array.from({ length: 250 }, (_, i) => `model-${i}`)
  expect(matching(many, 'model')).toMatchObject({ shown: { length: 100 }, more: 150 })
})

it('chooses a model that chats where there is only one', () => {
  expect(onlyChatModel(['nomic-embed-text', 'bge-m3', 'llama3.3'])).toBe('llama3.3')
  expect(onlyChatModel(['llama3.3', 'qwen3:8b'])).toBe('')
  expect(onlyChatModel(['nomic-embed-text'])).toBe('')
})
