import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { bucketsOf, FIGURES, type FigureName, type Labels } from './figures'
import type { Sink } from './sink'

/** Keeps the figures of this process in a registry of its own, for /api/metrics. */
export class PrometheusSink implements Sink {
  private readonly registry = new Registry()
  private readonly add = new Map<string, (labels: Record<string, string>, value: number) => void>()

  constructor() {
    const registers = [this.registry]
    for (const [name, figure] of Object.entries(FIGURES)) {
      const config = { name, help: figure.help, labelNames: [...figure.labels], registers }
      const buckets = bucketsOf(figure)
      if (buckets) {
        const histogram = new Histogram({ ...config, buckets })
        this.add.set(name, (labels, value) => histogram.observe(labels, value))
      } else {
        const counter = new Counter(config)
        this.add.set(name, (labels, value) => counter.inc(labels, value))
      }
    }
  }

  record<Name extends FigureName>(name: Name, labels: Labels<Name>, value: number): void {
    this.add.get(name)?.(labels, value)
  }

  /** Adds memory, CPU, garbage collection and event loop of the process. */
  watchProcess(): this {
    collectDefaultMetrics({ register: this.registry })
    return this
  }

  readonly contentType = this.registry.contentType
  text = (): Promise<string> => this.registry.metrics()
}
