import { expect, it } from 'vitest'
import { startChaos } from '@/e2e/support/chaos-server'
import { configAt, testModels, testRequest } from '@/lib/model/testing'
import { modelNamed } from './provider'

it('a call without a model is not made, and says what to set', async () => {
  const server = await startChaos(() => null)
  const config = configAt(server.url, 'chat', { model: '' })
  const { models } = testModels(config)
  const said = {
    message: `No model of ${new URL(server.url).host} is chosen.`,
    hint: 'Choose one in Settings, or set MNEME_FAST_MODEL or MNEME_REFLECTIVE_MODEL.',
  }
  expect(await models.call('fast', testRequest())).toMatchObject({ error: said, tries: [] })
  expect(modelNamed(config).model).toBe('no model')
  expect(server.requests).toEqual([])
  await server.close()
})
