package io.hiveactor.bench

import io.hiveactor.bench.ChannelSystem.READERS
import io.hiveactor.bench.ChannelSystem.ROOM
import java.util.concurrent.Executors
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.cancel
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.channels.ReceiveChannel
import kotlinx.coroutines.channels.SendChannel
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.flow.MutableSharedFlow
import kotlinx.coroutines.flow.SharedFlow
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout

/**
 * Coroutines of Kotlin with its channels between them. In Kotlin, whose compiler makes a state machine of each loop.
 *
 * Where there is one thread, it is the referee's own, in `runBlocking`: as fast as a dispatcher of one thread.
 */
internal class KotlinChannels : ChannelSystem {
    override fun sendReceive(): Contestant {
        val finish = Finish(1)
        val channel = channel()
        return Flood(finish, { messages ->
            onThisThread {
                launch { finish.arrive(receive(channel, messages)) }
                send(channel, messages)
            }
        }, { channel.close() })
    }

    override fun cross(): Contestant {
        val sender = oneThread()
        val receiver = oneThread()
        return cross(sender, receiver) {
            sender.close()
            receiver.close()
        }
    }

    /** On the default dispatcher, which chooses the threads itself, and may choose one for both. */
    fun crossByDefault(): Contestant = cross(Dispatchers.Default, Dispatchers.Default) {}

    private fun cross(sender: CoroutineDispatcher, receiver: CoroutineDispatcher, close: () -> Unit): Contestant {
        val finish = Finish(1)
        val channel = channel()
        return Flood(finish, { messages ->
            CoroutineScope(receiver).launch { finish.arrive(receive(channel, messages)) }
            CoroutineScope(sender).launch { send(channel, messages) }
        }, {
            channel.close()
            close()
        })
    }

    /** Through a shared flow, whose readers share one buffer: faster than a channel for each. */
    override fun fanOut(): Contestant {
        val finish = Finish(READERS)
        val flow = MutableSharedFlow<ByteArray>(extraBufferCapacity = ROOM)
        return Flood(finish, { messages ->
            onThisThread {
                repeat(READERS) {
                    launch { collect(flow, messages, finish) }
                }
                flow.subscriptionCount.first { it == READERS } // who comes later would miss what was sent before
                for (i in 0..<messages) {
                    flow.emit(Parcels.at(i))
                }
            }
        }, {})
    }

    override fun tap(): Contestant {
        val finish = Finish(2)
        val count = TapCount()
        val channel = channel()
        val tap = channel()
        return Flood(finish, { messages ->
            onThisThread {
                launch { finish.arrive(receive(channel, messages)) }
                launch { finish.arrive(count.seen(receiveToEnd(tap))) }
                count.missed(sendTapped(channel, tap, messages))
                tap.send(Parcels.END)
            }
        }, count::figures, {
            channel.close()
            tap.close()
        })
    }

    private fun channel() = Channel<ByteArray>(ROOM)

    private fun oneThread() =
        Executors.newSingleThreadExecutor { Thread(it).apply { isDaemon = true } }.asCoroutineDispatcher()

    private fun onThisThread(round: suspend CoroutineScope.() -> Unit) =
        runBlocking { withTimeout(Patience.LIMIT.toMillis(), round) }

    private suspend fun send(channel: SendChannel<ByteArray>, messages: Int) {
        for (i in 0..<messages) {
            channel.send(Parcels.at(i))
        }
    }

    /** Gives the tap a copy where that has room, and counts those it had none for. */
    private suspend fun sendTapped(
        channel: SendChannel<ByteArray>, tap: SendChannel<ByteArray>, messages: Int): Int {
        var missed = 0
        for (i in 0..<messages) {
            channel.send(Parcels.at(i))
            if (!tap.trySend(Parcels.at(i)).isSuccess) missed++
        }
        return missed
    }

    /** Counts those that are what they should be. */
    private suspend fun receive(channel: ReceiveChannel<ByteArray>, messages: Int): Int {
        var right = 0
        for (i in 0..<messages) {
            if (Parcels.isAt(i, channel.receive())) right++
        }
        return right
    }

    private suspend fun receiveToEnd(tap: ReceiveChannel<ByteArray>): Int {
        var seen = 0
        while (tap.receive() !== Parcels.END) seen++
        return seen
    }

    /** A shared flow has no end, so the reader cancels itself: `first` would allocate for each message. */
    private suspend fun collect(flow: SharedFlow<ByteArray>, messages: Int, finish: Finish) {
        var came = 0
        var right = 0
        flow.collect {
            if (Parcels.isAt(came, it)) right++
            if (++came == messages) {
                finish.arrive(right)
                currentCoroutineContext().cancel()
            }
        }
    }
}
