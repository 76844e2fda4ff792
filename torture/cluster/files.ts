import { hubAddress } from './networks.ts'

export const ports = { postgres: 5432, patroni: 8008, etcd: 2379, etcdPeers: 2380, front: 5000 }

/** Seconds after which a silent primary loses its role. Patroni allows no less. */
export const ttl = 20

/** As in docs/runbook.md, but with small files and without passwords, because the network is private. */
export const patroniFile = (node: { name: string; address: string; folder: string }, binaries: string) => `
scope: tuckshop
name: ${node.name}
restapi:
  listen: ${node.address}:${ports.patroni}
  connect_address: ${node.address}:${ports.patroni}
etcd3:
  host: ${hubAddress}:${ports.etcd}
bootstrap:
  dcs:
    ttl: ${ttl}
    loop_wait: 2
    retry_timeout: 5
    maximum_lag_on_failover: 1048576
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters:
        max_connections: 100
        shared_buffers: 32MB
        max_wal_size: 48MB
        min_wal_size: 4MB
        wal_log_hints: 'on'
        wal_keep_size: 32MB
        wal_sender_timeout: 5s
  initdb:
    - encoding: UTF8
    - locale: C.UTF-8
    - wal-segsize: '1'
  pg_hba:
    - local all all trust
    - host all all 10.213.7.0/24 trust
    - host replication all 10.213.7.0/24 trust
postgresql:
  listen: ${node.address}:${ports.postgres}
  connect_address: ${node.address}:${ports.postgres}
  data_dir: ${node.folder}/data
  bin_dir: ${binaries}
  pgpass: ${node.folder}/pgpass
  remove_data_directory_on_rewind_failure: true
  remove_data_directory_on_diverged_timelines: true
  authentication:
    superuser: {username: shop}
    replication: {username: replicator}
    rewind: {username: shop}
  parameters:
    unix_socket_directories: ${node.folder}
`

/** Routes connections to Patroni's primary and closes those to a former primary. */
export const haproxyFile = (nodes: readonly { name: string; address: string }[]) => `
global
  maxconn 1000
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 1s
listen primary
  bind ${hubAddress}:${ports.front}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, address }) => `  server ${name} ${address}:${ports.postgres} maxconn 200 check port ${ports.patroni}`).join('\n')}
`
