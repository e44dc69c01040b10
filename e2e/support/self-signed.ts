import https from 'node:https'
import type { AddressInfo } from 'node:net'

/** A throwaway pair for 127.0.0.1 that no authority signed, valid until 2126. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg7za6yOW1QLPv0XYx
zHCDkLjd+uqj3kTp794jR9eOJw6hRANCAARV8FppHNsP+ew08odb0vVeMY2rQm+B
z6ADUOIesFsxVYb+sNesSuGHGnxBkpf8+vh/L90U84Jhlv5/GL1wtF/c
-----END PRIVATE KEY-----`
export const cert = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUHaSLuJCw13z+vUn02B81u4V3qmMwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyOTAwMDYyNFoYDzIxMjYxMTA1
MDAwNjI0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARV8FppHNsP+ew08odb0vVeMY2rQm+Bz6ADUOIesFsxVYb+sNesSuGH
GnxBkpf8+vh/L90U84Jhlv5/GL1wtF/co28wbTAdBgNVHQ4EFgQUS8GAzmdY38Sv
FokN012xktPr2KowHwYDVR0jBBgwFoAUS8GAzmdY38SvFokN012xktPr2KowDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgDSAH/hABG7GJzIXdJ7N45Hy/gecQy+H02I5JCaEgUFoCIA1t
ws0BNsYOpPcQKCPk7fodWDp0Fc1wU8ik9h/ROyHE
-----END CERTIFICATE-----`

/** A service on loopback whose certificate nobody trusts. It lists one model. */
export async function serveSelfSigned(): Promise<{ url: string; close(): void }> {
  const server = https.createServer({ key, cert }, (_, response) => {
    response.setHeader('content-type', 'application/json').end('{"data":[{"id":"a-model"}]}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `https://127.0.0.1:${port}/v1`,
    close: () => void server.close().closeAllConnections(),
  }
}
