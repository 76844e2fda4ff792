// Run through the bootstrap with --build: by the time this runs, the pages are built.
console.log('The pages are built.')
