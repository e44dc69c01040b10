import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveSelfSigned } from '@/e2e/support/self-signed'
import { configAt, testModels, testRequest } from '@/lib/model/testing'
import type { ServiceConfig } from '@/lib/model/types'
import { listModels } from './list-models'
import { testConnection } from './test-connection'

let server: Awaited<ReturnType<typeof serveSelfSigned>>
beforeAll(async () => {
  server = await serveSelfSigned()
})
afterAll(() => server.close())

const SAID = {
  code: 'provider_unreachable',
  message: expect.stringContaining('its certificate is not from an authority that this machine trusts'),
  hint: expect.stringContaining('NODE_EXTRA_CA_CERTS=/path/to/certificate.pem'),
}
const config = (reach: 'own' | 'trusted') => configAt(server.url, 'chat', { reach }) as ServiceConfig

it.each(['own', 'trusted'] as const)(
  'a self-signed certificate is named, with what to do (%s)',
  async (reach) => {
    expect(await listModels(config(reach))).toMatchObject({ error: SAID })
    const { models, waits } = testModels(config(reach))
    const { error, tries } = await models.call('fast', testRequest())
    expect(error).toMatchObject(SAID)
    expect([tries.length, waits]).toEqual([1, []])
    const options = {
      runtime: { now: () => new Date(), id: String, random: () => 0 },
      gate: null,
      prices: {},
      log: { info() {}, warn() {} },
    }
    expect(await testConnection(config(reach), options, new AbortController().signal)).toMatchObject({
      error: SAID,
    })
  },
)
