import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'

/** Below the ports that systems hand out, so that nobody is given one before its server listens. */
const [FIRST, LAST] = [20_000, 32_000]
async function probed() {
  const probe = net.createServer().listen(randomInt(FIRST, LAST), '127.0.0.1')
  try {
    await once(probe, 'listening')
    return probe
  } catch (error) {
    if (error.code !== 'EADDRINUSE') throw error
    return probed()
  }
}

/** Different ports of 127.0.0.1 that nothing listens on now: whoever runs at the same time gets others. */
export async function freePorts(count) {
  const probes = await Promise.all(Array.from({ length: count }, probed))
  const ports = probes.map((probe) => probe.address().port)
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))))
  return ports
}

export const freePort = async () => (await freePorts(1))[0]
