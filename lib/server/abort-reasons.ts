/**
 * Makes every abort reason format its stack at once. Until then V8 keeps the objects of its frames, and React
 * ends each response by aborting a signal with an error made in a `setImmediate` callback. Node links all
 * immediates of a batch, so that error holds the responses that were streamed beside it, and theirs hold
 * others: on a server that is never idle, nothing is freed (react/react#37288, nodejs/node#66129).
 */
export function releaseAbortReasons(): void {
  const { abort } = AbortController.prototype
  AbortController.prototype.abort = function (this: AbortController, reason?: unknown) {
    abort.call(this, reason)
    if (this.signal.reason instanceof Error) void this.signal.reason.stack
  }
}
