import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ResolveName } from './reach-fetch'

/** A server on loopback that counts connections. `at(host)` = its base URL under another name. */
export type Place = {
  url: string
  port: number
  connections: number
  requests: http.IncomingMessage[]
  at(host: string): string
  close(): Promise<void>
}

/** Answers everything with `secret of the inside`, or as `answer` does. */
export async function place(
  answer: http.RequestListener = (_, response) => void response.end('secret of the inside'),
): Promise<Place> {
  const server = http.createServer((request, response) => {
    here.requests.push(request)
    answer(request, response)
  })
  server.on('connection', () => here.connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const at = (host: string) => `http://${host}:${port}/v1`
  const here: Place = {
    url: at('127.0.0.1'),
    port,
    connections: 0,
    requests: [],
    at,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return here
}

/** A name server that gives these answers in turn, the last one forever, and counts the queries. */
export function nameServer(...answers: string[][]): { resolve: ResolveName; asked: () => number } {
  let asked = 0
  return {
    asked: () => asked,
    resolve: async () =>
      (answers[Math.min(asked++, answers.length - 1)] ?? []).map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      })),
  }
}
