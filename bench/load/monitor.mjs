// Loaded into the measured server (node --import). Logs memory in bytes and event loop delay in ms as a line
// of JSON, once a second and after a garbage collection on SIGUSR2.
import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import v8 from 'node:v8'
import vm from 'node:vm'

const file = process.env.MNEME_BENCH_MONITOR
if (file && process.argv.some((argument) => argument.includes('next'))) {
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc')
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const note = (kind) => {
    const { rss, heapUsed } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    // The histogram includes its own resolution.
    const lag = (ns) => Math.max(0, ns / 1e6 - 10)
    const line = {
      kind,
      at: Date.now(),
      rss,
      heapUsed,
      cpuMs: (user + system) / 1_000,
      lagP50: lag(delay.percentile(50)),
      lagP99: lag(delay.percentile(99)),
      lagMax: lag(delay.max),
    }
    appendFileSync(file, `${JSON.stringify(line)}\n`)
    delay.reset()
  }
  setInterval(() => note('tick'), 1_000).unref()
  // Objects with a finalizer are only released by the second collection.
  process.on('SIGUSR2', () => {
    collect()
    setTimeout(() => {
      collect()
      note('mark')
    }, 100)
  })
}
