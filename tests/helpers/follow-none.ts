import hooks from 'node:async_hooks'

/**
 * For --import. Node's runner follows every promise, so that it knows which suite describes a test and to which test
 * an error belongs: a twentieth of the time of the shop's tests. Once all tests are described, `followNone` ends that.
 * An error that nobody waits for still fails its file, only no longer by the name of a test.
 */
const { createHook } = hooks

export let followNone = (): void => undefined

// The first hook after this is the runner's.
Object.assign(hooks, {
  createHook(callbacks: hooks.HookCallbacks) {
    Object.assign(hooks, { createHook })
    const hook = createHook(callbacks)
    followNone = () => void hook.disable()
    return hook
  },
})
