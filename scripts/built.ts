// Runs through the bootstrap with --build, so the pages are already built.
console.log('The pages are built.')
