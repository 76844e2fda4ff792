import hooks from 'node:async_hooks'

/**
 * For --import. Node's runner follows every promise, so that it knows to which test an error belongs, and which suite
 * describes a test: a twelfth of the time of the shop's tests. Once all tests are described, `followFewer` leaves the
 * promises out. An error that nobody waits for still fails its file, only no longer by the name of a test.
 */
const { createHook } = hooks

export let followFewer = (): void => undefined

// The first hook after this is the runner's.
Object.assign(hooks, {
  createHook(callbacks: hooks.HookCallbacks) {
    Object.assign(hooks, { createHook })
    const all = createHook(callbacks)
    followFewer = () => {
      all.disable()
      createHook({ ...callbacks, trackPromises: false }).enable()
    }
    return all
  },
})
