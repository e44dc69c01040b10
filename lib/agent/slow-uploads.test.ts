import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { limits } from '@/lib/shared/limits'
import { allowSlowUploads } from './slow-uploads'

const asked = (server: http.Server) =>
  new Promise<number>((resolve, reject) =>
    http
      .get({ port: (server.address() as AddressInfo).port }, (response) =>
        resolve(response.resume().statusCode ?? 0),
      )
      .on('error', reject),
  )
const opened = () =>
  new Promise<http.Server>((resolve) => {
    const server = http.createServer({ requestTimeout: 300_000 }, (_, response) => response.end())
    server.listen(0, '127.0.0.1', () => resolve(server))
  })

describe('a large file over a slow line', () => {
  it('has an hour instead of five minutes, whoever made the server', async () => {
    const [server, other] = [await opened(), await opened()]
    const back = allowSlowUploads()
    await asked(server)
    back()
    await asked(other)
    expect([server.requestTimeout, other.requestTimeout]).toEqual([limits.upload.requestMs, 300_000])
    expect(limits.upload.requestMs).toBe(3_600_000)
    for (const one of [server, other]) one.close()
  })
})
