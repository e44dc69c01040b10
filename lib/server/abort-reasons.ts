/**
 * Works around a memory leak by formatting the stack of every abort reason at once. When React has sent a
 * response, it aborts a signal with an error that it makes in a `setImmediate` callback. Until that error's
 * stack is formatted, V8 keeps the immediate, which Node links to the others of its batch, and those keep the
 * other responses being sent. Their errors do the same in turn, so a busy server frees no response at all
 * (react/react#37288, nodejs/node#66129).
 */
export function releaseAbortReasons(): void {
  const { abort } = AbortController.prototype
  AbortController.prototype.abort = function (this: AbortController, reason?: unknown) {
    abort.call(this, reason)
    if (this.signal.reason instanceof Error) void this.signal.reason.stack
  }
}
