import net from 'node:net'

/** Different ports of 127.0.0.1 that nothing listens on now: whoever runs at the same time gets others. */
export async function freePorts(count) {
  const probes = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((resolve, reject) => {
          const probe = net.createServer()
          probe.once('error', reject)
          probe.listen(0, '127.0.0.1', () => resolve(probe))
        }),
    ),
  )
  const ports = probes.map((probe) => probe.address().port)
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))))
  return ports
}

export const freePort = async () => (await freePorts(1))[0]
